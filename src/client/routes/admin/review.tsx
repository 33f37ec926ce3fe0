import { createFileRoute } from '@tanstack/react-router';
import { ReportCorrection } from '@/client/appointment/report-correction';
import { PageHeader } from '@/client/components/page-header';
import { CallList } from '@/client/features/admin/review/call-list';
import { ReviewQueue } from '@/client/features/admin/review/review-queue';
import { ReviewViews } from '@/client/features/admin/review/review-views';
import { usePageTitle } from '@/client/lib/page-title';
import { textOf, withoutUndefined } from '@/client/lib/search';
import { CorrectReported } from '../-correct-reported';
import { pageOf } from './-search';

export const Route = createFileRoute('/admin/review')({
  validateSearch: (search) => search as { delivery?: string; page?: number; calls?: boolean },
  component: ReviewPage,
});

function ReviewPage() {
  usePageTitle('Needs attention');
  const { delivery, page, calls } = Route.useSearch();
  const navigate = Route.useNavigate();
  const deliveryId = textOf(delivery);
  const shown = pageOf(page) ?? 1;
  const isCalls = calls === true;
  const onPage = (next: number) =>
    navigate({
      search: withoutUndefined({
        delivery: deliveryId,
        calls: isCalls || undefined,
        page: next === 1 ? undefined : next,
      }),
      resetScroll: false,
    });
  return (
    <>
      <PageHeader title="Needs attention" subtitle="Items that need a staff decision" />
      <ReviewViews isCalls={isCalls} />
      <ReportCorrection value={CorrectReported}>
        {isCalls ? (
          <CallList page={shown} onPage={onPage} />
        ) : (
          <ReviewQueue deliveryId={deliveryId ?? null} page={shown} onPage={onPage} />
        )}
      </ReportCorrection>
    </>
  );
}
