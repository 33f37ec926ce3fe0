import { createFileRoute, Link } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { PageHeader } from '@/client/components/page-header';
import { ReportsScreen } from '@/client/features/admin/reports/reports-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf, fromAddress, oneOf } from '@/client/lib/search';
import { MONEY_DAYS, REPORT_PERIODS } from '@/domain/report-periods';

export const Route = createFileRoute('/admin/reports')({
  validateSearch: ({ by, money, from, to }) =>
    fromAddress({
      by: oneOf(REPORT_PERIODS, by),
      money: oneOf(MONEY_DAYS, money),
      from: dateOf(from),
      to: dateOf(to),
    }),
  component: ReportsPage,
});

function ReportsPage() {
  usePageTitle('Reports');
  const { by = 'day', money: moneyOn = 'delivered', from = '', to = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader
        title="Reports"
        subtitle="Deliveries and revenue"
        back={
          <BackLink to="/admin" activeOptions={{ exact: true }}>
            Admin Dashboard
          </BackLink>
        }
        actions={
          <>
            <Link to="/admin/closing" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
              <Icon name="truck" size={18} />
              Close the Day
            </Link>
            <Link to="/admin/months" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
              <Icon name="calendar" size={18} />
              Months
            </Link>
          </>
        }
      />
      <ReportsScreen
        view={{ by, moneyOn, from, to }}
        onView={(change) => {
          const next = { by, moneyOn, from, to, ...change };
          return navigate({
            replace: true,
            search: {
              by: next.by === 'day' ? undefined : next.by,
              money: next.moneyOn === 'delivered' ? undefined : next.moneyOn,
              from: next.from || undefined,
              to: next.to || undefined,
            },
          });
        }}
      />
    </>
  );
}
