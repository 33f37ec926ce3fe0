import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { PageHeader } from '@/client/components/page-header';
import { ReportsScreen } from '@/client/features/admin/reports/reports-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf, oneOf } from '@/client/lib/search';
import { MONEY_DAYS, REPORT_PERIODS } from '@/domain/report-periods';

export const Route = createFileRoute('/admin/reports')({
  // The screen checks the values, so that other pages don't load the code for it.
  validateSearch: (search) => search as { by?: string; money?: string; from?: string; to?: string },
  component: ReportsPage,
});

function ReportsPage() {
  usePageTitle('Reports');
  const search = Route.useSearch();
  const by = oneOf(REPORT_PERIODS, search.by) ?? 'day';
  const moneyOn = oneOf(MONEY_DAYS, search.money) ?? 'delivered';
  const from = dateOf(search.from) ?? '';
  const to = dateOf(search.to) ?? '';
  const navigate = Route.useNavigate();
  useEffect(() => {
    // Values that aren't valid leave the address.
    const typed = { by, money: moneyOn, from, to };
    const isValid = ([name, value]: [string, unknown]) =>
      typed[name as keyof typeof typed] === value;
    const kept = Object.entries(search).filter(isValid);
    if (kept.length < Object.keys(search).length) {
      void navigate({ replace: true, search: Object.fromEntries(kept) });
    }
  });
  return (
    <>
      <PageHeader
        title="Reports"
        subtitle="Deliveries and revenue"
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
