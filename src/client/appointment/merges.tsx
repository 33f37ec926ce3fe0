import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ConfirmDialog } from '@/client/components/dialog/confirm-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { UNDO_MERGE_DAYS } from '@/domain/account/merge';

/**
 * The records that were merged into a customer's, each with Undo Merge for 30 days. With `at`, only
 * the merge of that time.
 */
export function Merges({ id, at }: { id: string; at?: number }) {
  const { formatDay } = useInstants();
  const { data = [] } = trpc.admin.merges.useQuery({ id }, { refetchOnMount: 'always' });
  const shown = data.filter(({ madeAt }) => at === undefined || madeAt === at);
  if (shown.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-2" aria-label="Merged records">
      {shown.map(({ number, name, madeBy, madeAt, undoneBy, undoneAt, mayUndo }) => (
        <li key={number} className="rounded-field border border-edge/70 px-3 py-2 wrap-anywhere">
          <p>
            Merged with {name ?? 'another record'} on {formatDay(madeAt)} by {madeBy}.
          </p>
          {undoneAt !== null ? (
            <p className="text-sm text-muted">
              Undone on {formatDay(undoneAt)} by {undoneBy}.
            </p>
          ) : mayUndo ? (
            <UndoMerge number={number} />
          ) : (
            <p className="text-sm text-muted">
              This can’t be undone anymore. A merge can be undone for {UNDO_MERGE_DAYS} days.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Asks before a merge is undone. */
function UndoMerge({ number }: { number: number }) {
  const utils = trpc.useUtils();
  const undoing = trpc.admin.undoMerge.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const undo = async () => {
    setProblem(null);
    try {
      await undoing.mutateAsync({ number });
      setIsOpen(false);
      toastSuccess('Merge Undone');
      await utils.admin.invalidate();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <>
      <Button size="sm" variant="quiet" className="mt-2" onClick={() => setIsOpen(true)}>
        Undo Merge
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Undo this merge?"
        description="Everything that the merge moved returns to its own record. Anything added since then stays here."
        confirmLabel="Undo Merge"
        cancelLabel="Keep Merged"
        busy={undoing.isPending}
        alert={problem}
        onConfirm={undo}
        onCancel={() => {
          setProblem(null);
          setIsOpen(false);
        }}
      />
    </>
  );
}
