import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '@/client/components/page-header';
import { ClosingScreen } from '@/client/features/admin/closing/closing-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf } from '@/client/lib/search';
import { pageOf } from './-search';

export const Route = createFileRoute('/admin/closing')({
  // The screen checks the values, so that other pages don't load the code for it.
  validateSearch: (search) => search as { day?: string; page?: number },
  component: ClosingPage,
});

function ClosingPage() {
  usePageTitle('Close the day');
  const search = Route.useSearch();
  const day = dateOf(search.day);
  const page = pageOf(search.page) ?? 1;
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader title="Close the day" subtitle="Fuel and ice by truck, cash by driver" />
      <ClosingScreen
        date={day ?? null}
        page={page}
        onDate={(next) =>
          navigate({
            replace: true,
            search: { day: next ?? undefined, page: page === 1 ? undefined : page },
          })
        }
        onPage={(next) =>
          navigate({
            replace: true,
            search: { day, page: next === 1 ? undefined : next },
            resetScroll: false,
          })
        }
      />
    </>
  );
}
