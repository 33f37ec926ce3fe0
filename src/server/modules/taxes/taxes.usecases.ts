import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { type PriceBook, pricesAt } from '@/domain/pricing/price-book';
import { PRODUCT_FACTS, rateText, type TaxRates, type TaxTerms } from '@/domain/tax/tax';
import {
  plannedTaxes,
  TAX_CHANGE_MESSAGES,
  type TaxBook,
  type TaxChange,
  type TaxStep,
  taxChanges,
  taxRatesOn,
  taxSteps,
  upcomingTaxes,
} from '@/domain/tax/tax-book';
import type { TaxChangeInput } from '@/domain/tax/tax-change.schema';
import { formatMoment } from '@/domain/time';
import type { AnyCall, UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { currentPrices } from '../pricing/pricing.usecases';
import {
  insertTaxEntryAfter,
  selectTaxBook,
  type TaxEntryRow,
  type TaxFactsRow,
} from './taxes.repository';

export type TaxBookView = {
  today: CalendarDate;
  /** The rates in force today. */
  rates: TaxRates;
  /** Every change, the latest first. */
  changes: (TaxChange<TaxEntryRow> & {
    startText: string;
    /** The time at which the change was saved, on the business's clock. */
    savedText: string;
  })[];
  /** Today's prices, for the preview. */
  prices: Awaited<ReturnType<typeof currentPrices>>;
  /** Sent back with a change, so that it can't overwrite someone else's. */
  newestEntry: number;
};

/** Reads the tax rates in force, the planned changes, and the history. */
export async function readTaxBook(call: AnyCall): Promise<TaxBookView> {
  const { deps } = call;
  const [book, prices] = await Promise.all([selectTaxBook(deps.db.orm), currentPrices(call)]);
  const today = todayOf(deps);
  const { timeZone } = deps.settings;
  return {
    today,
    rates: taxRatesOn(book, today),
    changes: taxChanges(book, today).map((change) => ({
      ...change,
      startText: formatLongDate(change.entry.startsOn),
      savedText: formatMoment(change.entry.createdAt, timeZone),
    })),
    prices,
    newestEntry: newestOf(book),
  };
}

const newestOf = (book: readonly TaxEntryRow[]) => book.at(-1)?.id ?? 0;

/** Formats rates for the audit log: "Ice 6%". */
const ratesText = (steps: readonly TaxStep[], side: 'from' | 'to') =>
  steps.map((step) => `${PRODUCT_FACTS[step.product].label} ${rateText(step[side])}`);

/**
 * Changes tax rates from a date on. Sales before it keep their tax.
 *
 * @throws `changed_meanwhile` if someone else changed them since the form was opened
 * @throws `invalid_input` or `conflict` if the change can't be planned
 */
export async function changeTaxes(
  call: UserCall,
  { readEntry, startsOn, rates: typed }: TaxChangeInput,
): Promise<TaxBookView> {
  const { deps, actor } = call;
  const rates = Object.fromEntries(
    Object.entries(typed).filter(([, rate]) => rate !== undefined),
  ) as TaxEntryRow['rates'];
  return retryOnConflict(async () => {
    const book = await selectTaxBook(deps.db.orm);
    const newest = newestOf(book);
    if (newest !== readEntry) {
      throw new DomainError('changed_meanwhile', TAX_CHANGE_MESSAGES.read);
    }
    const planned = plannedTaxes(book, { startsOn, rates }, todayOf(deps));
    const steps = taxSteps(taxRatesOn(book, startsOn), planned.rates);
    await writeGuarded(deps.db, {
      guard: insertTaxEntryAfter(deps.db.orm, newest, {
        ...planned,
        cancels: null,
        madeBy: actor.name,
        createdAt: deps.clock.now(),
      }),
      audit: audit(call, {
        action: 'taxes.changed',
        before: { taxRates: ratesText(steps, 'from') },
        after: { taxRates: ratesText(steps, 'to'), startsAt: formatLongDate(startsOn) },
      }),
    });
    return readTaxBook(call);
  });
}

/**
 * Cancels a planned change. Cancelling it again changes nothing.
 *
 * @throws `conflict` if it already applies
 */
export async function cancelTaxChange(
  call: UserCall,
  { id }: { id: number },
): Promise<TaxBookView> {
  const { deps, actor } = call;
  return retryOnConflict(async () => {
    const book = await selectTaxBook(deps.db.orm);
    if (book.some(({ cancels }) => cancels === id)) return readTaxBook(call);
    const today = todayOf(deps);
    const change = taxChanges(book, today).find(({ entry }) => entry.id === id);
    if (!change) throw new DomainError('not_found', TAX_CHANGE_MESSAGES.missing);
    const { entry, steps } = change;
    if (!upcomingTaxes(book, today).includes(entry)) {
      throw new DomainError('conflict', TAX_CHANGE_MESSAGES.begun);
    }
    await writeGuarded(deps.db, {
      guard: insertTaxEntryAfter(deps.db.orm, newestOf(book), {
        startsOn: entry.startsOn,
        rates: {},
        cancels: id,
        madeBy: actor.name,
        createdAt: deps.clock.now(),
      }),
      audit: audit(call, {
        action: 'taxes.change_cancelled',
        before: { taxRates: ratesText(steps, 'to'), startsAt: formatLongDate(entry.startsOn) },
      }),
    });
    return readTaxBook(call);
  });
}

/**
 * Returns the tax terms of an appointment that's being completed, by its delivery date. Null if no
 * rate applies on it. The service charge is the one in force when the order was booked.
 */
export function taxTermsOf(
  { date, createdAt, testMode }: AppointmentRow,
  facts: TaxFactsRow | undefined,
): TaxTerms | null {
  if (!facts || testMode) return null;
  const book: TaxBook = JSON.parse(facts.taxes);
  const rates = taxRatesOn(book, date);
  if (Object.keys(rates).length === 0) return null;
  const prices: PriceBook = JSON.parse(facts.prices);
  const { serviceChargeCents } = pricesAt(prices, createdAt);
  return { rates, serviceChargeCents, certificate: facts.certificate };
}
