import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { MonthsScreen } from '@/client/features/admin/months/months-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf } from '@/client/lib/search';

export const Route = createFileRoute('/admin/months')({
  // The screen checks the values, so that other pages don't load the code for it.
  validateSearch: (search) => search as { month?: string },
  component: MonthsPage,
});

function MonthsPage() {
  usePageTitle('Months');
  const month = dateOf(Route.useSearch().month);
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader
        title="Months"
        subtitle="Daily payments. Close each month to lock its figures."
        back={<BackLink to="/admin/reports">Reports</BackLink>}
      />
      <MonthsScreen
        month={month ?? null}
        onMonth={(next) => navigate({ replace: true, search: { month: next } })}
      />
    </>
  );
}
