import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { SpillScreen } from '@/client/features/admin/spill/spill-screen';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/admin/spill/$id')({ component: SpillPage });

function SpillPage() {
  usePageTitle('Spill report');
  const { id } = Route.useParams();
  return <SpillScreen id={id} back={<BackLink to="/admin/review">Needs attention</BackLink>} />;
}
