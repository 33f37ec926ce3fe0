import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { WEEKDAYS } from '@/domain/account/recurring';
import { formatMonthDay, formatWeekday } from '@/domain/dates';
import { closedDayText, leadText, seasonText, windowsOn, windowText } from '@/domain/slots/hours';
import { ChangeHoursDialog, type HoursView } from './change-hours-dialog';

/** Shows the owner's hours, and the deliveries outside them. */
export function HoursPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const view = trpc.admin.hours.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Panel
      tight
      id="hours"
      icon="clock"
      title="Hours"
      subtitle="Set when customers can book. Booked deliveries keep their windows."
      actions={
        view.data ? (
          <Button size="sm" variant="quiet" icon="edit" onClick={() => setIsOpen(true)}>
            Change Hours
          </Button>
        ) : null
      }
    >
      {view.data ? (
        <Hours view={view.data} />
      ) : view.isError ? (
        <ErrorState title="We couldn’t load the hours" onRetry={() => view.refetch()}>
          {problemOf(view.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-72 rounded-field" />
      )}
      {isOpen && view.data ? (
        <ChangeHoursDialog
          view={view.data}
          readAgain={async () => (await view.refetch()).data}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

function Hours({ view }: { view: HoursView }) {
  const { hours, defaultCapacity, defaultLeadMinutes, history } = view;
  const facts = [
    ['Spots in Each Window', `${defaultCapacity}, unless a window shows its own`] as const,
    ['Lead Time', leadText(hours.leadMinutes ?? defaultLeadMinutes)] as const,
    ['Days Ahead', `${hours.daysAhead}, including today`] as const,
    ['Season', seasonText(hours)] as const,
  ];
  return (
    <div className="flex flex-col gap-5">
      <Kept kept={view.kept} />
      <dl>
        {WEEKDAYS.map((day, weekday) => (
          <Fact key={day} term={day}>
            {windowsOn(hours, weekday).length === 0 ? 'Closed' : null}
            {windowsOn(hours, weekday).map((window, i) => (
              <Fragment key={window.index}>
                {i === 0 ? null : ', '}
                <span className="inline-block text-[min(1em,6vw)]">{windowText(window)}</span>
              </Fragment>
            ))}
          </Fact>
        ))}
        {facts.map(([term, text]) => (
          <Fact key={term} term={term}>
            {text}
          </Fact>
        ))}
      </dl>
      <section aria-label="Closed days">
        <h3 className="text-lg font-semibold">Closed days</h3>
        {hours.closedDays.length === 0 ? (
          <p className="text-muted">None</p>
        ) : (
          <ul>
            {hours.closedDays.map((day) => (
              <li key={day.date}>{closedDayText(day)}</li>
            ))}
          </ul>
        )}
      </section>
      {history.length > 0 ? (
        <section aria-label="Hours history">
          <h3 className="text-lg font-semibold">History</h3>
          <ul className="text-sm text-muted">
            {history.map(({ id, madeBy, savedText }) => (
              <li key={id}>
                Saved by {madeBy}, {savedText}
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            <Link to="/admin/activity" className="link">
              Activity
            </Link>{' '}
            shows what each save changed.
          </p>
        </section>
      ) : null}
    </div>
  );
}

/** Lists the deliveries outside the hours, which stay until someone moves them. */
function Kept({ kept }: Pick<HoursView, 'kept'>) {
  if (kept.length === 0) return null;
  return (
    <Callout
      tone="warn"
      title={`${kept.length} ${kept.length === 1 ? 'delivery is' : 'deliveries are'} outside your hours`}
    >
      <p>
        {kept.length === 1
          ? 'It stays as booked until someone moves it.'
          : 'They stay as booked until someone moves them.'}
      </p>
      <ul className="mt-1">
        {kept.map(({ id, publicCode, customerName, date, time }) => (
          <li key={id}>
            <Link to="/admin" search={{ view: 'day', day: date, open: id }} className="link">
              {publicCode}
            </Link>
            {`, ${customerName ?? 'Guest'}: ${formatWeekday(date)}, ${formatMonthDay(date)}, ${time}`}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 border-t border-edge/70 py-1.5 first:border-0 sm:grid-cols-[11rem_1fr]">
      <dt>{term}</dt>
      <dd className="tabular font-semibold">{children}</dd>
    </div>
  );
}
