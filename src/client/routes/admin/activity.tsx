import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '@/client/components/page-header';
import { ActivityScreen } from '@/client/features/admin/activity/activity-screen';
import { usePageTitle } from '@/client/lib/page-title';
import { dateOf, oneOf, textOf, withoutUndefined } from '@/client/lib/search';
import { AUDIT_THINGS } from '@/domain/audit/things';

export const Route = createFileRoute('/admin/activity')({
  // The screen checks the values, so that other pages don't load the code for it.
  validateSearch: (search) => search as Search,
  component: ActivityPage,
});

type Search = {
  [Name in 'person' | 'thing' | 'subject' | 'appointment' | 'from' | 'to' | 'search']?: string;
};

function ActivityPage() {
  usePageTitle('Activity');
  const { person, thing, subject, appointment, from, to, search } = Route.useSearch();
  const filter = withoutUndefined({
    person: textOf(person),
    thing: oneOf(AUDIT_THINGS, thing),
    subject: textOf(subject),
    appointment: textOf(appointment),
    from: dateOf(from),
    to: dateOf(to),
    search: textOf(search),
  });
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader title="Activity" subtitle="Who did what, and when" />
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
