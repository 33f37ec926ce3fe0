import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '@/client/components/page-header';
import { SettingsNav } from '@/client/features/admin/settings/settings-nav';
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
        subtitle={isOwner ? 'Your business, as customers and staff see it' : 'Taxes and accounting'}
      />
      <div className="xl:flex xl:items-start xl:gap-6">
        {isOwner ? <SettingsNav /> : null}
        <div className="max-w-4xl min-w-0 flex-1">
          <SettingsScreen />
        </div>
      </div>
    </>
  );
}
