import type { ConflictFact } from '@/client/components/form/use-edit-conflict';
import { type Cents, formatAmount, formatDollars, NO_CENTS, parseDollars } from '@/domain/money';

/** Describes a price in dollars that someone else may have changed. */
export const priceFact = (label: string): ConflictFact => ({
  label,
  text: (dollars) => formatDollars(centsOf(dollars)),
  typed: (dollars) => (dollars === null ? '' : formatAmount(centsOf(dollars))),
});

const centsOf = (dollars: unknown): Cents => parseDollars(Number(dollars)) ?? NO_CENTS;
