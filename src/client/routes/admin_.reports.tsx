import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { Page } from '@/client/components/page';
import { PageHeader } from '@/client/components/page-header';
import { AdminGate } from '@/client/features/admin-gate/admin-gate';
import { AdminHeader } from '@/client/features/admin-gate/admin-header';
import { ReportsScreen } from '@/client/features/admin-reports/reports-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { isCalendarDate } from '@/domain/calendar';
import { REPORT_PERIODS } from '@/domain/reports';

const date = z.catch(z.optional(z.string().check(z.refine(isCalendarDate))), undefined);

/** What an address may say; anything else in it is left out. */
const searchSchema = z.object({
  by: z.catch(z.optional(z.enum(REPORT_PERIODS)), undefined),
  from: date,
  to: date,
});

export const Route = createFileRoute('/admin_/reports')({
  validateSearch: searchSchema,
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
