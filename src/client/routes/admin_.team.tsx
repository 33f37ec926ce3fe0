import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { Page } from '@/client/components/page';
import { PageHeader } from '@/client/components/page-header';
import { ApiKeysPanel } from '@/client/features/admin-access/api-keys-panel';
import { CalendarLinksPanel } from '@/client/features/admin-access/calendar-links-panel';
import { AdminGate } from '@/client/features/admin-gate/admin-gate';
import { AdminHeader } from '@/client/features/admin-gate/admin-header';
import { DriversPanel } from '@/client/features/admin-team/drivers-panel';
import { PromosPanel } from '@/client/features/admin-team/promos-panel';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/admin_/team')({ component: TeamPage });

function TeamPage() {
  usePageTitle('Team and access');
  return (
    <AdminGate>
      <Page header={<AdminHeader />} width="full">
        <PageHeader
          title="Team and access"
          subtitle="Drivers, promo codes, and keys for other programs"
          back={
            <Link
              to="/admin"
              activeOptions={{ exact: true }}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
            >
              <Icon name="arrow-left" size={18} />
              Admin Dashboard
            </Link>
          }
        />
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <DriversPanel />
          <PromosPanel />
          <ApiKeysPanel />
          <CalendarLinksPanel />
        </div>
      </Page>
    </AdminGate>
  );
}
