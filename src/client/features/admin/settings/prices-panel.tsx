import { useState } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { EmptyState, ErrorState, Skeleton } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import type { MarketPrices } from '@/domain/pricing/fuel';
import { OWN_PRICES, PRICE_FACTS, type PriceStep } from '@/domain/pricing/price-book';
import { ChangePricesDialog } from './change-prices-dialog';

type PriceBook = Outputs['admin']['ownPrices'];
type Change = PriceBook['changes'][number];

/** Shows the prices and fees in force, the planned changes, and the history. */
export function PricesPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const book = trpc.admin.ownPrices.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: MINUTE_MS,
  });
  return (
    <Panel
      tight
      id="prices-and-fees"
      icon="dollar"
      title="Prices and fees"
      subtitle="They apply to new orders. Booked orders keep their prices."
      actions={
        book.data ? (
          <Button size="sm" variant="quiet" icon="edit" onClick={() => setIsOpen(true)}>
            Change Prices
          </Button>
        ) : null
      }
    >
      {book.data ? (
        <Book book={book.data} />
      ) : book.isError ? (
        <ErrorState title="We couldn’t load the prices" onRetry={() => book.refetch()}>
          {problemOf(book.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-72 rounded-field" />
      )}
      {isOpen && book.data ? (
        <ChangePricesDialog
          book={book.data}
          readAgain={async () => (await book.refetch()).data}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

const MINUTE_MS = 60_000;

function Book({ book }: { book: PriceBook }) {
  const upcoming = book.changes.filter(({ state }) => state === 'upcoming').toReversed();
  const others = book.changes.filter(({ state }) => state !== 'upcoming');
  return (
    <div className="flex flex-col gap-5">
      <table className="w-full">
        <caption className="sr-only">Current prices</caption>
        <tbody>
          {OWN_PRICES.map((name) => (
            <tr key={name} className="border-t border-edge/70 first:border-0">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                {PRICE_FACTS[name].label}
              </th>
              <td className="tabular py-1.5 text-end">
                <span className="font-semibold">{PRICE_FACTS[name].text(book.prices[name])}</span>{' '}
                {book.prices[name] > 0 ? (
                  <span className="block text-sm text-muted sm:inline">
                    {PRICE_FACTS[name].per}
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {upcoming.length > 0 ? (
        <section aria-label="Upcoming changes">
          <h3 className="text-lg font-semibold">Upcoming changes</h3>
          <ChangeList changes={upcoming} />
        </section>
      ) : null}
      <section aria-label="History">
        <h3 className="text-lg font-semibold">History</h3>
        {others.length === 0 ? (
          <EmptyState icon="history" title="No changes yet" className="!py-4">
            These are the prices that you start with.
          </EmptyState>
        ) : (
          <ChangeList changes={others} />
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

function ChangeList({ changes }: { changes: Change[] }) {
  return (
    <ul className="mt-1 flex flex-col divide-y divide-edge/70">
      {changes.map((change) => (
        <ChangeLine key={change.entry.id} change={change} />
      ))}
    </ul>
  );
}

/** Formats one step: "Service Charge: $1.00 → $1.25". */
const stepText = ({ name, from, to }: PriceStep) =>
  `${PRICE_FACTS[name].label}: ${PRICE_FACTS[name].text(from)} → ${PRICE_FACTS[name].text(to)}`;

/** Formats "Market prices: Regular $3.29, Premium $4.19". */
const marketText = ({ regularCents, premiumCents }: MarketPrices) =>
  `Market prices: Regular ${formatDollars(regularCents)}, Premium ${formatDollars(premiumCents)}`;

function ChangeLine({ change }: { change: Change }) {
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
          <p key={step.name} className="tabular">
            {stepText(step)}
          </p>
        ))}
        {entry.market ? <p className="tabular">{marketText(entry.market)}</p> : null}
        <p className="text-sm text-muted">
          Saved by {entry.madeBy}, {savedText}
        </p>
      </div>
      {state === 'upcoming' ? <CancelChange change={change} /> : null}
    </li>
  );
}

function CancelChange({ change: { entry, startText } }: { change: Change }) {
  const utils = trpc.useUtils();
  const cancelling = trpc.admin.cancelPriceChange.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const cancel = async () => {
    const yes = await confirm({
      danger: true,
      title: 'Cancel this price change?',
      description: `The prices won’t change on ${startText}.`,
      confirmLabel: 'Cancel Change',
      cancelLabel: 'Keep Change',
    });
    if (!yes) return;
    try {
      const book = await cancelling.mutateAsync({ id: entry.id });
      utils.admin.ownPrices.setData(undefined, book);
      toastSuccess('Price Change Cancelled');
    } catch (error) {
      toastError('Change Not Cancelled', problemOf(error).message);
      await utils.admin.ownPrices.invalidate();
    }
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="text-error"
        aria-label={`Cancel Change From ${startText}`}
        busy={cancelling.isPending}
        onClick={cancel}
      >
        Cancel Change
      </Button>
      {confirmDialog}
    </>
  );
}
