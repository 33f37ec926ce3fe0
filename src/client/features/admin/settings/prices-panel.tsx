import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import type { MarketPrices } from '@/domain/pricing/fuel';
import { OWN_PRICES, PRICE_FACTS, type PriceStep } from '@/domain/pricing/price-book';
import { ChangePricesDialog } from './change-prices-dialog';
import { DatedChanges } from './dated-changes';

type PriceBook = Outputs['admin']['ownPrices'];

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
  const utils = trpc.useUtils();
  const cancelling = trpc.admin.cancelPriceChange.useMutation();
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
      <DatedChanges
        changes={book.changes}
        linesOf={({ steps, entry }) => [
          ...steps.map(stepText),
          ...(entry.market ? [marketText(entry.market)] : []),
        ]}
        labels={{ upcoming: 'Upcoming changes', history: 'History' }}
        empty="These are your starting prices."
        cancelling={{
          noun: 'price',
          what: 'prices',
          cancel: async (id) =>
            utils.admin.ownPrices.setData(undefined, await cancelling.mutateAsync({ id })),
          onFailed: () => utils.admin.ownPrices.invalidate(),
        }}
      />
    </div>
  );
}

/** Formats one step: "Service Charge: $1.00 → $1.25". */
const stepText = ({ name, from, to }: PriceStep) =>
  `${PRICE_FACTS[name].label}: ${PRICE_FACTS[name].text(from)} → ${PRICE_FACTS[name].text(to)}`;

/** Formats "Market prices: Regular $3.29, Premium $4.19". */
const marketText = ({ regularCents, premiumCents }: MarketPrices) =>
  `Market prices: Regular ${formatDollars(regularCents)}, Premium ${formatDollars(premiumCents)}`;
