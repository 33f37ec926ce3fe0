import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { MonthsScreen } from '@/client/features/admin/months/months-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf, fromAddress } from '@/client/lib/search';

export const Route = createFileRoute('/admin/months')({
  validateSearch: ({ month }) => fromAddress({ month: dateOf(month) }),
  component: MonthsPage,
});

function MonthsPage() {
  usePageTitle('Months');
  const { month } = Route.useSearch();
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
