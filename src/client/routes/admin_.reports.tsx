import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { Page } from '@/client/components/page';
import { PageHeader } from '@/client/components/page-header';
import { AdminGate } from '@/client/features/admin-gate/admin-gate';
import { AdminHeader } from '@/client/features/admin-gate/admin-header';
import { ReportsScreen } from '@/client/features/admin-reports/reports-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf, known, oneOf } from '@/client/lib/search';
import { REPORT_PERIODS } from '@/domain/report-periods';

export const Route = createFileRoute('/admin_/reports')({
  validateSearch: ({ by, from, to }) =>
    known({ by: oneOf(REPORT_PERIODS, by), from: dateOf(from), to: dateOf(to) }),
  component: ReportsPage,
});

function ReportsPage() {
  usePageTitle('Reports');
  const { by = 'day', from = '', to = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminGate>
      <Page header={<AdminHeader />} width="full">
        <PageHeader
          title="Reports"
          subtitle="What was delivered, and what came of it"
          back={
            <Link
              to="/admin"
              activeOptions={{ exact: true }}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
            >
              <Icon name="arrow-left" size={18} />
              Admin Dashboard
            </Link>
          }
        />
        <ReportsScreen
          view={{ by, from, to }}
          onView={(change) => {
            const next = { by, from, to, ...change };
            return navigate({
              replace: true,
              search: {
                by: next.by === 'day' ? undefined : next.by,
                from: next.from || undefined,
                to: next.to || undefined,
              },
            });
          }}
        />
      </Page>
    </AdminGate>
  );
}
