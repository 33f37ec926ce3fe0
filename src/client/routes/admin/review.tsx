import { createFileRoute } from '@tanstack/react-router';
import { ReportCorrection } from '@/client/appointment/report-correction';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { ReviewQueue } from '@/client/features/admin/review/review-queue';
import { usePageTitle } from '@/client/lib/page-title';
import { textOf, withoutUndefined } from '@/client/lib/search';
import { CorrectReported } from '../-correct-reported';
import { pageOf } from './-search';

export const Route = createFileRoute('/admin/review')({
  validateSearch: (search) => search as { delivery?: string; page?: number },
  component: ReviewPage,
});

function ReviewPage() {
  usePageTitle('Needs attention');
  const { delivery, page } = Route.useSearch();
  const navigate = Route.useNavigate();
  const deliveryId = textOf(delivery);
  return (
    <>
      <PageHeader
        title="Needs attention"
        subtitle="Items that need a staff decision"
        back={
          <BackLink to="/admin" activeOptions={{ exact: true }}>
            Admin Dashboard
          </BackLink>
        }
      />
      <ReportCorrection value={CorrectReported}>
        <ReviewQueue
          deliveryId={deliveryId ?? null}
          page={pageOf(page) ?? 1}
          onPage={(next) =>
            navigate({
              search: withoutUndefined({
                delivery: deliveryId,
                page: next === 1 ? undefined : next,
              }),
              resetScroll: false,
            })
          }
        />
      </ReportCorrection>
    </>
  );
}
