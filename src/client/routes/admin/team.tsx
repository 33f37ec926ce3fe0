import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '@/client/components/page-header';
import { ApiKeysPanel } from '@/client/features/admin/access/api-keys-panel';
import { FeedLinksPanel } from '@/client/features/admin/access/feed-links-panel';
import { DriversPanel } from '@/client/features/admin/team/drivers-panel';
import { PromosPanel } from '@/client/features/admin/team/promos-panel';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/admin/team')({ component: TeamPage });

function TeamPage() {
  usePageTitle('Team and access');
  return (
    <>
      <PageHeader
        title="Team and access"
        subtitle="Drivers, promo codes, and keys for other programs"
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <DriversPanel />
        <PromosPanel />
        <ApiKeysPanel />
        <FeedLinksPanel />
      </div>
    </>
  );
}
