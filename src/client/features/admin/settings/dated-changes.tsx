import { useState } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { EmptyState } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';

type State = 'past' | 'upcoming' | 'cancelled';

/** A change of the owner's settings that applies from a date, as the server describes it. */
type DatedChange = {
  entry: { id: number; madeBy: string };
  state: State;
  startText: string;
  savedText: string;
};

type Cancelling = {
  /** The thing that changes: "price" or "tax". */
  noun: string;
  /** The noun for what a cancelled change keeps: "prices" or "rates". */
  what: string;
  cancel: (id: number) => Promise<unknown>;
  onFailed: () => Promise<unknown>;
};

type DatedChangesProps<Change> = {
  /** The latest first. */
  changes: readonly Change[];
  /** Returns one line for each value that a change sets. */
  linesOf: (change: Change) => string[];
  /** The names of the two lists for screen readers. */
  labels: { upcoming: string; history: string };
  /** Says what applies while nothing was ever changed. */
  empty: string;
  /** Null if the person may not cancel a change. */
  cancelling: Cancelling | null;
};

/** Shows the planned changes, the next one first, and the history. */
export function DatedChanges<Change extends DatedChange>(props: DatedChangesProps<Change>) {
  const { changes, linesOf, labels, empty, cancelling } = props;
  const upcoming = changes.filter(({ state }) => state === 'upcoming').toReversed();
  const others = changes.filter(({ state }) => state !== 'upcoming');
  return (
    <>
      {upcoming.length > 0 ? (
        <section aria-label={labels.upcoming}>
          <h3 className="text-lg font-semibold">Upcoming changes</h3>
          <ChangeList changes={upcoming} linesOf={linesOf} cancelling={cancelling} />
        </section>
      ) : null}
      <section aria-label={labels.history}>
        <h3 className="text-lg font-semibold">History</h3>
        {others.length === 0 ? (
          <EmptyState icon="history" title="No changes yet" className="!py-4">
            {empty}
          </EmptyState>
        ) : (
          <ChangeList changes={others} linesOf={linesOf} cancelling={null} />
        )}
      </section>
    </>
  );
}

const STATES: Record<State, { tone: Tone; label: string }> = {
  upcoming: { tone: 'blue', label: 'Upcoming' },
  past: { tone: 'grey', label: 'Applied' },
  cancelled: { tone: 'yellow', label: 'Cancelled' },
};

/** Changes per page of a list. */
const PAGE = 10;

function ChangeList<Change extends DatedChange>({
  changes,
  linesOf,
  cancelling,
}: Pick<DatedChangesProps<Change>, 'changes' | 'linesOf' | 'cancelling'>) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <ul className="mt-1 flex flex-col divide-y divide-edge/70">
        {changes.slice(0, shown).map((change) => {
          const { entry, state, startText, savedText } = change;
          const { tone, label } = STATES[state];
          return (
            <li key={entry.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
              <div className="min-w-[min(100%,16rem)] flex-1">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-semibold">From {startText}</span>
                  <Badge tone={tone}>{label}</Badge>
                </p>
                {linesOf(change).map((line) => (
                  <p key={line} className="tabular">
                    {line}
                  </p>
                ))}
                <p className="text-sm text-muted">
                  Saved by {entry.madeBy}, {savedText}
                </p>
              </div>
              {cancelling ? <CancelChange change={change} {...cancelling} /> : null}
            </li>
          );
        })}
      </ul>
      {changes.length > shown ? (
        <Button size="sm" variant="ghost" onClick={() => setShown(shown + PAGE)}>
          Show More
        </Button>
      ) : null}
    </>
  );
}

function CancelChange(props: Cancelling & { change: DatedChange }) {
  const { noun, what, cancel, onFailed, change } = props;
  const { entry, startText } = change;
  const [isBusy, setIsBusy] = useState(false);
  const { confirm, confirmDialog } = useConfirm();
  const ask = async () => {
    const yes = await confirm({
      danger: true,
      title: `Cancel this ${noun} change?`,
      description: `The ${what} won’t change on ${startText}.`,
      confirmLabel: 'Cancel Change',
      cancelLabel: 'Keep Change',
    });
    if (!yes) return;
    setIsBusy(true);
    try {
      await cancel(entry.id);
      toastSuccess(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} Change Cancelled`);
    } catch (error) {
      toastError('Change Not Cancelled', problemOf(error).message);
      await onFailed();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="text-error"
        aria-label={`Cancel Change From ${startText}`}
        busy={isBusy}
        onClick={ask}
      >
        Cancel Change
      </Button>
      {confirmDialog}
    </>
  );
}
