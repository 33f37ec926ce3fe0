import type { ConflictFact } from '@/client/components/form/use-edit-conflict';
import { formatDollars, NO_CENTS, type UnitPrice } from '@/domain/money';
import { formatUnitPrice, parseUnitPrice } from '@/domain/pricing/unit-price';

/** Describes a price per gallon in dollars that someone else may have changed. */
export const priceFact = (label: string): ConflictFact => ({
  label,
  text: (dollars) => formatDollars(centsOf(dollars)),
  typed: (dollars) => (dollars === null ? '' : formatUnitPrice(centsOf(dollars))),
});

const centsOf = (dollars: unknown): UnitPrice => parseUnitPrice(Number(dollars)) ?? NO_CENTS;
