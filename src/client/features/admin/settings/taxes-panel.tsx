import { useState } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { EmptyState, ErrorState, Skeleton } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { useMay } from '@/client/identity/use-may';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { PRODUCT_FACTS, PRODUCTS, rateText } from '@/domain/tax/tax';
import { taxStepText } from '@/domain/tax/tax-book';
import { ChangeTaxesDialog } from './change-taxes-dialog';

type TaxBook = Outputs['admin']['taxes'];
type Change = TaxBook['changes'][number];

/** Shows the tax rates in force, the planned changes, and the history. Only owners change them. */
export function TaxesPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const isOwner = useMay()('business');
  const book = trpc.admin.taxes.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Panel
      tight
      id="taxes"
      icon="dollar"
      title="Taxes"
      subtitle="Prices include tax. The rates set how much of each sale is tax. They don’t change totals."
      actions={
        book.data && isOwner ? (
          <Button size="sm" variant="quiet" icon="edit" onClick={() => setIsOpen(true)}>
            Change Taxes
          </Button>
        ) : null
      }
    >
      {book.data ? (
        <Book book={book.data} isOwner={isOwner} />
      ) : book.isError ? (
        <ErrorState title="We couldn’t load the taxes" onRetry={() => book.refetch()}>
          {problemOf(book.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-72 rounded-field" />
      )}
      {isOpen && book.data ? (
        <ChangeTaxesDialog
          book={book.data}
          readAgain={async () => (await book.refetch()).data}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

function Book({ book, isOwner }: { book: TaxBook; isOwner: boolean }) {
  const upcoming = book.changes.filter(({ state }) => state === 'upcoming').toReversed();
  const others = book.changes.filter(({ state }) => state !== 'upcoming');
  return (
    <div className="flex flex-col gap-5">
      <table className="w-full">
        <caption className="sr-only">Tax rates in force</caption>
        <tbody>
          {PRODUCTS.map((product) => (
            <tr key={product} className="border-t border-edge/70 first:border-0">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                {PRODUCT_FACTS[product].label}
              </th>
              <td className="tabular py-1.5 text-end font-semibold">
                {rateText(book.rates[product])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {upcoming.length > 0 ? (
        <section aria-label="Upcoming tax changes">
          <h3 className="text-lg font-semibold">Upcoming changes</h3>
          <ChangeList changes={upcoming} canCancel={isOwner} />
        </section>
      ) : null}
      <section aria-label="Tax history">
        <h3 className="text-lg font-semibold">History</h3>
        {others.length === 0 ? (
          <EmptyState icon="history" title="No changes yet" className="!py-4">
            No sale includes tax until you set a rate.
          </EmptyState>
        ) : (
          <ChangeList changes={others} canCancel={false} />
        )}
      </section>
    </div>
  );
}

const STATES: Record<Change['state'], { tone: Tone; label: string }> = {
  upcoming: { tone: 'blue', label: 'Upcoming' },
  past: { tone: 'grey', label: 'Applied' },
  cancelled: { tone: 'yellow', label: 'Cancelled' },
};

/** Changes per page of a list. */
const PAGE = 10;

function ChangeList({ changes, canCancel }: { changes: Change[]; canCancel: boolean }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <ul className="mt-1 flex flex-col divide-y divide-edge/70">
        {changes.slice(0, shown).map((change) => (
          <ChangeLine key={change.entry.id} change={change} canCancel={canCancel} />
        ))}
      </ul>
      {changes.length > shown ? (
        <Button size="sm" variant="ghost" onClick={() => setShown(shown + PAGE)}>
          Show More
        </Button>
      ) : null}
    </>
  );
}

function ChangeLine({ change, canCancel }: { change: Change; canCancel: boolean }) {
  const { entry, steps, state, startText, savedText } = change;
  const { tone, label } = STATES[state];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">From {startText}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        {steps.map((step) => (
          <p key={step.product} className="tabular">
            {taxStepText(step)}
          </p>
        ))}
        <p className="text-sm text-muted">
          Saved by {entry.madeBy}, {savedText}
        </p>
      </div>
      {canCancel ? <CancelChange change={change} /> : null}
    </li>
  );
}

function CancelChange({ change: { entry, startText } }: { change: Change }) {
  const utils = trpc.useUtils();
  const cancelling = trpc.admin.cancelTaxChange.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const cancel = async () => {
    const yes = await confirm({
      danger: true,
      title: 'Cancel this tax change?',
      description: `The rates won’t change on ${startText}.`,
      confirmLabel: 'Cancel Change',
      cancelLabel: 'Keep Change',
    });
    if (!yes) return;
    try {
      const book = await cancelling.mutateAsync({ id: entry.id });
      utils.admin.taxes.setData(undefined, book);
      toastSuccess('Tax Change Cancelled');
    } catch (error) {
      toastError('Change Not Cancelled', problemOf(error).message);
      await utils.admin.taxes.invalidate();
    }
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="text-error"
        aria-label={`Cancel Tax Change From ${startText}`}
        busy={cancelling.isPending}
        onClick={cancel}
      >
        Cancel Change
      </Button>
      {confirmDialog}
    </>
  );
}
