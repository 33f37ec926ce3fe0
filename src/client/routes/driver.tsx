import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Page } from '@/client/components/page';
import { HomeLink, SiteHeader } from '@/client/components/site-header';
import { DriverScreen } from '@/client/features/driver/driver-screen';
import { SignOutButton } from '@/client/features/driver/outbox/sign-out-button';
import { useKnownUser } from '@/client/features/driver/outbox/use-known-user';
import { useSignal } from '@/client/lib/connection';
import { usePageTitle } from '@/client/lib/page-title';
import { fromAddress } from '@/client/lib/search';
import { deliveryRoleOf } from '@/domain/staff/areas';

import { StaffNotices } from './-staff-notices';

export const Route = createFileRoute('/driver')({
  // Staff select a driver's day. Drivers see their own.
  validateSearch: ({ driver }) =>
    fromAddress({
      driver:
        typeof driver === 'number' && Number.isSafeInteger(driver) && driver > 0
          ? driver
          : undefined,
    }),
  component: DriverPage,
});

function DriverPage() {
  usePageTitle('Driver');
  const { driver = null } = Route.useSearch();
  const me = useKnownUser();
  const hasSignal = useSignal();
  const header = (
    <SiteHeader
      brand={<HomeLink to={hasSignal ? '/' : '/driver'} className="min-h-14" />}
      actions={
        me && deliveryRoleOf(me.role) === 'admin' && hasSignal ? (
          <Link to="/admin" className={buttonClass({ variant: 'quiet', size: 'lg' })}>
            <Icon name="arrow-left" size={20} />
            Admin Dashboard
          </Link>
        ) : me ? (
          <SignOutButton me={me} />
        ) : null
      }
    />
  );
  return (
    <div className="in-sunlight">
      <Page header={header} width="text">
        {me && me.role !== 'customer' ? <StaffNotices /> : null}
        <DriverScreen driverId={driver} />
        {me?.role === 'driver' && hasSignal ? (
          <p className="mt-6">
            <Link
              to="/account"
              search={{ tab: 'security' }}
              className={buttonClass({ variant: 'quiet', size: 'lg' })}
            >
              <Icon name={OTHER_ICONS.lock} size={20} />
              Password and Devices
            </Link>
          </p>
        ) : null}
      </Page>
    </div>
  );
}
