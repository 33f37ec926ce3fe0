import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import {
  MAX_RECURRING,
  nextWeekday,
  RECURRING_RULE,
  type RecurringInput,
  type RecurringStatus,
} from '@/domain/account/recurring';
import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { toTenths } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import { recurringConsentText, recurringTerms } from '@/domain/payment/terms';
import { quoteNew } from '@/domain/pricing/price-book';
import { refuseBelowMinimum } from '@/domain/pricing/price-rules';
import type { UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { selectUser } from '../auth/users.repository';
import { consentFacts, recurringConsentOf, selectConsentFacts } from '../legal/consent';
import { selectCards } from '../payments/cards/saved-cards.repository';
import { currentPrices } from '../pricing/pricing.usecases';
import {
  changeIfUnchanged,
  findRecurring,
  insertRecurringBelow,
  type RecurringRow,
  selectRecurring,
} from './recurring.repository';

/** A recurring delivery as its owner sees it. */
export type RecurringView = Omit<RecurringRow, 'userId' | 'terms'>;

export type RecurringList = { deliveries: RecurringView[]; rule: string };

/** Returns the caller's recurring deliveries and the rule for booking them. */
export async function listRecurring({ deps, actor }: UserCall): Promise<RecurringList> {
  return recurringList(await selectRecurring(deps.db.orm, actor.userId));
}

/** Returns the sentences that a customer agrees to by setting up a recurring delivery. */
export async function readRecurringConsent({ deps }: UserCall): Promise<{ text: string }> {
  const facts = await deps.db.read(selectConsentFacts);
  return { text: recurringConsentText(recurringConsentOf(deps, consentFacts(...facts)).operator) };
}

/**
 * Creates a recurring delivery.
 *
 * @throws `conflict` without a saved card or an address, which its appointments need, or above five
 */
export async function createRecurring(
  call: UserCall,
  input: RecurringInput,
): Promise<RecurringList> {
  const { deps, actor } = call;
  const { userId } = actor;
  const { fuelType } = input;
  const order = { ...EMPTY_ORDER, fuelType, estimatedGallonsTenths: toTenths(input.gallons) };
  const prices = await currentPrices(call);
  const price = quoteNew(order, prices);
  refuseBelowMinimum(price, prices.list.minimumOrderCents, { field: 'gallons' });
  const row = {
    id: deps.ids.next(),
    userId,
    ...input,
    nextDelivery: nextWeekday(todayOf(deps), input.deliveryDay),
    priceCents: price.totalCents,
    createdAt: deps.clock.now(),
  };
  return retryOnConflict(async () => {
    const [[user], cards, present, settings, versions] = await deps.db.read(
      (orm) =>
        [
          selectUser(orm, userId),
          selectCards(orm, userId),
          selectRecurring(orm, userId),
          ...selectConsentFacts(orm),
        ] as const,
    );
    if (!user?.address) throw needs('Add your address to your profile first.');
    if (cards.length === 0) throw needs('Save a card first by booking one delivery with it.');
    if (present.length >= MAX_RECURRING) {
      throw needs(`You can have up to ${MAX_RECURRING} recurring deliveries.`);
    }
    const terms = recurringTerms(recurringConsentOf(deps, consentFacts(settings, versions)));
    const after = { recurringId: row.id, userId, ...input };
    const written = await writeGuarded(deps.db, {
      guard: insertRecurringBelow(deps.db.orm, { ...row, terms }, MAX_RECURRING),
      audit: audit(call, { action: 'recurring.added', after }),
      view: [selectRecurring(deps.db.orm, userId)],
    });
    return recurringList(written.view[0]);
  });
}

const needs = (message: string) => new DomainError('conflict', message);

/**
 * Pauses, resumes, or cancels a recurring delivery. Its booked appointments stay and are cancelled
 * like any other. A cancelled recurring delivery can't be resumed.
 */
export async function changeRecurring(
  call: UserCall,
  input: { id: string; status: RecurringStatus },
): Promise<RecurringList> {
  const { deps, actor } = call;
  return retryOnConflict(async () => {
    const row = await findRecurring(deps.db.orm, actor.userId, input.id);
    if (!row || row.status === 'cancelled') throw unknown();
    if (row.status === input.status) return listRecurring(call);
    const changes = { status: input.status, nextDelivery: nextDateOf(row, input, todayOf(deps)) };
    const written = await writeGuarded(deps.db, {
      guard: changeIfUnchanged(deps.db.orm, row, changes),
      audit: audit(call, statusChanged(row, changes.status)),
      view: [selectRecurring(deps.db.orm, actor.userId)],
    });
    return recurringList(written.view[0]);
  });
}

/** Returns the audit entry for a recurring delivery's new status. */
export function statusChanged({ id, userId, status }: RecurringRow, to: RecurringStatus) {
  return {
    action: 'recurring.changed' as const,
    before: { recurringId: id, userId, recurringStatus: status },
    after: { recurringId: id, userId, recurringStatus: to },
  };
}

/** Resuming starts from tomorrow. Repeating the current status changes no date. */
function nextDateOf(
  row: RecurringRow,
  { status }: { status: RecurringStatus },
  today: CalendarDate,
): CalendarDate | null {
  if (status !== 'active') return null;
  return row.status === 'active' ? row.nextDelivery : nextWeekday(today, row.deliveryDay);
}

const unknown = () => new DomainError('not_found', 'We couldn’t find that recurring delivery.');

const recurringList = (rows: RecurringRow[]): RecurringList => ({
  deliveries: rows.map(({ userId, terms, ...view }) => view),
  rule: RECURRING_RULE,
});
