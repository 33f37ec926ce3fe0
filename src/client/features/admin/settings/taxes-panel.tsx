import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { useMay } from '@/client/identity/use-may';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { PRODUCT_FACTS, PRODUCTS, rateText } from '@/domain/tax/tax';
import { taxStepText } from '@/domain/tax/tax-book';
import { ChangeTaxesDialog } from './change-taxes-dialog';
import { DatedChanges } from './dated-changes';

type TaxBook = Outputs['admin']['taxes'];

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
  const utils = trpc.useUtils();
  const cancelling = trpc.admin.cancelTaxChange.useMutation();
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
      <DatedChanges
        changes={book.changes}
        linesOf={({ steps }) => steps.map(taxStepText)}
        labels={{ upcoming: 'Upcoming tax changes', history: 'Tax history' }}
        empty="Sales don’t include tax until you set a rate."
        cancelling={
          isOwner
            ? {
                noun: 'tax',
                what: 'rates',
                cancel: async (id) =>
                  utils.admin.taxes.setData(undefined, await cancelling.mutateAsync({ id })),
                onFailed: () => utils.admin.taxes.invalidate(),
              }
            : null
        }
      />
    </div>
  );
}
