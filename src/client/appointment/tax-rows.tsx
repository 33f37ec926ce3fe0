import type { Definition } from '@/client/components/definition-list';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { formatDollars } from '@/domain/money';
import { type SaleTax, taxLines } from '@/domain/tax/tax';

/** Returns the rows of a receipt about the tax that its total includes. */
export const taxRows = (taxes: SaleTax | null): Definition[] =>
  taxLines(taxes).map(({ term, amountCents, detail }) => ({
    key: term,
    term:
      amountCents !== null && detail ? (
        <>
          {term} <span className="text-sm">{withNoBreaks(detail)}</span>
        </>
      ) : (
        term
      ),
    value: amountCents === null ? detail : formatDollars(amountCents),
  }));
