import type { ConflictFact } from '@/client/components/form/use-edit-conflict';
import { formatDollars, unitPrice } from '@/domain/money';

/** Describes a price per gallon in dollars, at most $100, that someone else may have changed. */
export const priceFact = (label: string): ConflictFact => ({
  label,
  text: textOf,
  typed: (dollars) => (dollars === null ? '' : textOf(dollars).slice(1)),
});

const textOf = (dollars: unknown): string => formatDollars(unitPrice(Number(dollars) * 100));
