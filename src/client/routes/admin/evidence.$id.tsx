import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { EvidenceScreen } from '@/client/features/admin/evidence/evidence-screen';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/admin/evidence/$id')({ component: EvidencePage });

function EvidencePage() {
  usePageTitle('Evidence');
  const { id } = Route.useParams();
  return <EvidenceScreen id={id} back={<BackLink to="/admin/review">Needs attention</BackLink>} />;
}
