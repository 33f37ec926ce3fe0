import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { ReviewQueue } from '@/client/features/admin/review/review-queue';
import { usePageTitle } from '@/client/lib/page-title';
import { textOf } from '@/client/lib/search';

export const Route = createFileRoute('/admin/review')({
  validateSearch: (search) => search as { delivery?: string },
  component: ReviewPage,
});

function ReviewPage() {
  usePageTitle('Needs a look');
  const { delivery } = Route.useSearch();
  return (
    <>
      <PageHeader
        title="Needs a look"
        subtitle="What waits for a decision of staff"
        back={
          <BackLink to="/admin" activeOptions={{ exact: true }}>
            Admin Dashboard
          </BackLink>
        }
      />
      <ReviewQueue deliveryId={textOf(delivery) ?? null} />
    </>
  );
}
