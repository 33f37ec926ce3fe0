import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { ReviewQueue } from '@/client/features/admin/review/review-queue';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/admin/review')({ component: ReviewPage });

function ReviewPage() {
  usePageTitle('Needs a look');
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
      <ReviewQueue />
    </>
  );
}
