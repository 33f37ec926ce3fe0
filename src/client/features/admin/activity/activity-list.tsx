import { Link } from '@tanstack/react-router';
import { Merges } from '@/client/appointment/merges';
import { EntryChanges } from '@/client/components/entry-changes';
import { useInstants } from '@/client/lib/business-zone';
import { AUDIT_ACTION_LABELS } from '@/domain/audit/actions';
import { actorText } from '@/domain/audit/changes';
import type { ActivityEntry, FilterChange } from './activity-filter';

type ListProps = {
  entries: readonly ActivityEntry[];
  onFilter: (change: FilterChange) => void;
};

/** The audit entries, each with its action, subject, actor, and changed values. */
export function ActivityList({ entries, onFilter }: ListProps) {
  const { formatInstant } = useInstants();
  if (entries.length === 0) return null;
  return (
    <ol className="panel flex flex-col divide-y divide-edge/70 rounded-box border border-edge bg-base-100">
      {entries.map((entry) => (
        <li key={entry.id} className="px-4 py-3" data-action={entry.action}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0">
              <span className="font-semibold">{AUDIT_ACTION_LABELS[entry.action]}</span>
              {entry.appointment || entry.account || entry.driverName ? ': ' : null}
              <About entry={entry} onFilter={onFilter} />
            </p>
            <time
              dateTime={new Date(entry.at).toISOString()}
              className="tabular text-sm text-muted"
            >
              {formatInstant(entry.at)}
            </time>
          </div>
          <p className="text-sm text-muted">
            by <Actor entry={entry} onFilter={onFilter} />
          </p>
          <Changes entry={entry} />
          {entry.action === 'customer.merged' && entry.account ? (
            <Merges id={entry.account.id} at={entry.at} />
          ) : null}
        </li>
      ))}
    </ol>
  );
}

type EntryProps = { entry: ActivityEntry; onFilter: (change: FilterChange) => void };

/** Links to the thing that an entry is about. */
function About({ entry: { appointment, account, subject, driverName }, onFilter }: EntryProps) {
  return (
    <>
      {appointment ? (
        <>
          appointment{' '}
          <Link
            to="/admin"
            search={{ q: appointment.publicCode }}
            className="link min-h-11 text-start"
          >
            {appointment.publicCode}
          </Link>{' '}
        </>
      ) : null}
      {account ? (
        <>
          {appointment ? 'of ' : ''}
          {account.role === 'customer' || account.role === 'guest' ? (
            <Link
              to="/admin"
              search={{ tab: 'customers', customer: account.id }}
              className="link min-h-11 text-start"
            >
              {account.name}
            </Link>
          ) : (
            account.name
          )}{' '}
        </>
      ) : null}
      {subject && driverName ? (
        <button
          type="button"
          className="link min-h-11 text-start"
          onClick={() => onFilter({ subject })}
        >
          {driverName}
        </button>
      ) : null}
    </>
  );
}

/** The name of the actor. Pressing it shows everything they did. */
function Actor({ entry, onFilter }: EntryProps) {
  const { actorId } = entry;
  if (actorId === null) return actorText(entry);
  return (
    <button
      type="button"
      className="link min-h-11 text-start"
      onClick={() => onFilter({ person: actorId })}
    >
      {actorText(entry)}
    </button>
  );
}

function Changes({ entry }: { entry: ActivityEntry }) {
  return (
    <>
      <EntryChanges entry={entry} />
      {entry.isErased ? (
        <p className="mt-1 text-sm text-muted">Personal details have been erased.</p>
      ) : null}
    </>
  );
}
