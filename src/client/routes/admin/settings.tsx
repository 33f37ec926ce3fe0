import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { SettingsScreen } from '@/client/features/admin/settings/settings-screen';
import { useMay } from '@/client/identity/use-may';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/admin/settings')({ component: SettingsPage });

function SettingsPage() {
  usePageTitle('Settings');
  const isOwner = useMay()('business');
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle={
          isOwner
            ? 'Hours, prices, taxes, accounting, discounts, people, company, limits, service area, messages, proof of delivery, trucks, and legal texts'
            : 'Taxes and accounting'
        }
        back={
          <BackLink to="/admin" activeOptions={{ exact: true }}>
            Admin Dashboard
          </BackLink>
        }
      />
      <div className="max-w-4xl">
        <SettingsScreen />
      </div>
    </>
  );
}
