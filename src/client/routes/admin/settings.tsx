import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { SettingsScreen } from '@/client/features/admin/settings/settings-screen';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/admin/settings')({ component: SettingsPage });

function SettingsPage() {
  usePageTitle('Settings');
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="Hours, prices, discounts, people, company, limits, service area, messages, proof of delivery, and legal texts"
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
