import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { ActivityScreen } from '@/client/features/admin/activity/activity-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf, fromAddress, oneOf, textOf, withoutUndefined } from '@/client/lib/search';
import { AUDIT_THINGS } from '@/domain/audit/things';

export const Route = createFileRoute('/admin/activity')({
  validateSearch: ({ person, thing, subject, appointment, from, to, search }) =>
    fromAddress({
      person: textOf(person),
      // The page checks this value. If it were checked here, every page would load all names.
      thing: textOf(thing),
      subject: textOf(subject),
      appointment: textOf(appointment),
      from: dateOf(from),
      to: dateOf(to),
      search: textOf(search),
    }),
  component: ActivityPage,
});

function ActivityPage() {
  usePageTitle('Activity');
  const { thing, ...parts } = Route.useSearch();
  const filter = withoutUndefined({ ...parts, thing: oneOf(AUDIT_THINGS, thing) });
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader
        title="Activity"
        subtitle="Who did what, and when"
        back={
          <BackLink to="/admin" activeOptions={{ exact: true }}>
            Admin Dashboard
          </BackLink>
        }
      />
      <ActivityScreen
        filter={filter}
        onFilter={(change) =>
          navigate({ replace: true, search: (now) => withoutUndefined({ ...now, ...change }) })
        }
        onClear={() => navigate({ search: {} })}
      />
    </>
  );
}
