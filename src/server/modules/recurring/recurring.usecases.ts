import type { Queryable } from '@/db/client';
import { retryOnConflict, WROTE_BEFORE, writeGuarded } from '@/db/guarded-batch';
import {
  MAX_RECURRING,
  nextDelivery,
  nextWeekday,
  type RecurringEditInput,
  type RecurringInput,
  type RecurringSkipInput,
  type RecurringStatus,
  recurringRule,
} from '@/domain/account/recurring';
import {
  advancedTo,
  dockFor,
  firstDate,
  hasPlace,
  nextDateAfterEdit,
  orderOfPlan,
  readOfPlan,
} from '@/domain/account/recurring-plan';
import type { CalendarDate } from '@/domain/dates';
import { refuseOwnOverwrite } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import { withFillUpEstimate } from '@/domain/order/order';
import { mostOfFillUp, refuseAboveLimits } from '@/domain/order/order-limits';
import { recurringConsentText, recurringTerms } from '@/domain/payment/terms';
import { refuseBelowMinimum } from '@/domain/pricing/price-rules';
import { quoteNew } from '@/domain/pricing/quote';
import { timeSlotIndexOf } from '@/domain/slots/time-slots';
import type { UserCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import {
  selectBillTo,
  selectUser,
  storeRecurringTerms,
  type UserRow,
} from '../auth/users.repository';
import { selectBoat } from '../boats/boats.repository';
import { selectDock, selectDocks } from '../boats/docks.repository';
import { consentFacts, selectConsentFacts } from '../legal/consent';
import { selectCards } from '../payments/cards/saved-cards.repository';
import { currentPrices } from '../pricing/pricing.usecases';
import {
  changeIfUnchanged,
  findRecurring,
  insertRecurringBelow,
  type RecurringRow,
  selectOwnRecurring,
  selectRecurring,
} from './recurring.repository';

/** A recurring delivery as its owner sees it. */
export type RecurringView = Omit<RecurringRow, 'userId' | 'terms'>;

export type RecurringList = { deliveries: RecurringView[]; rule: string };

/** Returns the caller's recurring deliveries and the rule for booking them. */
export async function listRecurring({ deps, actor }: UserCall): Promise<RecurringList> {
  return recurringList(await deps.db.read((orm) => selectList(orm, actor.userId)));
}

/**
 * Returns the sentences that a customer agrees to by setting up a recurring delivery. They're
 * stored when they're shown, so that later changes don't alter what was agreed to.
 */
export async function showRecurringConsent({ deps, actor }: UserCall): Promise<{ text: string }> {
  const [[user], [account], ...settings] = await deps.db.read(
    (orm) =>
      [
        selectUser(orm, actor.userId),
        selectBillTo(orm, actor.userId),
        ...selectConsentFacts(orm),
      ] as const,
  );
  const facts = { ...consentFacts(deps, settings), isByInvoice: account !== undefined };
  const terms = recurringTerms(facts);
  if (!Bun.deepEquals(user?.recurringTerms, terms)) {
    await writeGuarded(deps.db, {
      guard: storeRecurringTerms(deps.db.orm, actor.userId, terms),
      matched: WROTE_BEFORE,
      also: facts.also,
    });
  }
  return { text: recurringConsentText(facts) };
}

/**
 * Creates a recurring delivery.
 *
 * @throws `conflict` without an address, without a saved card or a house account, or above five
 */
export async function createRecurring(
  call: UserCall,
  input: RecurringInput,
): Promise<RecurringList> {
  const { deps, actor } = call;
  const { userId } = actor;
  const columns = await columnsOf(call, input);
  const row = {
    id: deps.ids.next(),
    userId,
    ...columns,
    nextDelivery: firstDate(todayOf(deps), input),
    createdAt: deps.clock.now(),
  };
  return retryOnConflict(async () => {
    const [[user], [account], cards, present, docks, [boat], [dock], ...settings] =
      await deps.db.read(
        (orm) =>
          [
            selectUser(orm, userId),
            selectBillTo(orm, userId),
            selectCards(orm, userId),
            selectRecurring(orm, userId),
            selectDocks(orm, userId),
            ...selectChosen(orm, userId, input),
            ...selectConsentFacts(orm),
          ] as const,
      );
    refuseUnknown(input, boat, dock);
    if (!user?.address && !hasPlace(input)) throw needs('Add your address to your profile first.');
    if (cards.length === 0 && !account) throw needs('Add a card to your account first.');
    if (present.length >= MAX_RECURRING) {
      throw needs(`You can have up to ${MAX_RECURRING} recurring deliveries.`);
    }
    const placed = { ...row, dockId: row.dockId ?? dockFor(row, docks, user?.address ?? '') };
    const { terms, also } = agreedTerms(
      deps,
      { user, isByInvoice: account !== undefined },
      settings,
    );
    const written = await writeGuarded(deps.db, {
      guard: insertRecurringBelow(deps.db.orm, { ...placed, terms }, MAX_RECURRING),
      audit: audit(call, { action: 'recurring.added', after: auditValues(placed) }),
      also,
      view: selectList(deps.db.orm, userId),
    });
    return recurringList(written.view);
  });
}

/** Returns the sentences that the dialog last showed, or those it would show now. */
function agreedTerms(
  deps: Deps,
  { user, isByInvoice }: { user: UserRow | undefined; isByInvoice: boolean },
  settings: Parameters<typeof consentFacts>[1],
) {
  const facts = { ...consentFacts(deps, settings), isByInvoice };
  const shown = user?.recurringTerms;
  return shown ? { terms: shown, also: [] } : { terms: recurringTerms(facts), also: facts.also };
}

/**
 * Changes a recurring delivery. A new day or interval applies after the dates that are already
 * booked, which stay.
 *
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 */
export async function editRecurring(
  call: UserCall,
  { id, read, ...input }: RecurringEditInput,
): Promise<RecurringList> {
  const { deps, actor } = call;
  const { userId } = actor;
  const columns = await columnsOf(call, input);
  return retryOnConflict(async () => {
    const [[row], [boat], [dock], [user], [account], ...settings] = await deps.db.read(
      (orm) =>
        [
          selectOwnRecurring(orm, userId, id),
          ...selectChosen(orm, userId, input),
          selectUser(orm, userId),
          selectBillTo(orm, userId),
          ...selectConsentFacts(orm),
        ] as const,
    );
    if (!row || row.status === 'cancelled') throw unknown();
    refuseUnknown(input, boat, dock);
    refuseOwnOverwrite(read, { sent: input, current: readOfPlan(row) });
    const { terms, also } = agreedTerms(
      deps,
      { user, isByInvoice: account !== undefined },
      settings,
    );
    const nextDelivery = nextDateAfterEdit(row, input, todayOf(deps));
    const changes = { ...columns, nextDelivery, terms };
    const after = { ...row, ...changes };
    const written = await writeGuarded(deps.db, {
      guard: changeIfUnchanged(deps.db.orm, row, changes, row),
      audit: audit(call, {
        action: 'recurring.changed',
        before: auditValues(row),
        after: auditValues(after),
      }),
      also,
      view: selectList(deps.db.orm, userId),
    });
    return recurringList(written.view);
  });
}

/**
 * Skips the next date of an active recurring delivery. Skipping past its end ends it.
 *
 * @throws `conflict` if the date isn't the next one anymore
 */
export async function skipRecurring(
  call: UserCall,
  input: RecurringSkipInput,
): Promise<RecurringList> {
  const { deps, actor } = call;
  return retryOnConflict(async () => {
    const row = await findRecurring(deps.db.orm, actor.userId, input.id);
    if (row?.status !== 'active' || !row.nextDelivery) throw unknown();
    if (row.nextDelivery !== input.date) throw new DomainError('conflict', SKIPPED_OR_BOOKED);
    const next = nextDelivery(row.nextDelivery, row.planType, todayOf(deps));
    const changes = advancedTo(row, next);
    const written = await writeGuarded(deps.db, {
      guard: changeIfUnchanged(deps.db.orm, row, changes),
      audit: audit(call, {
        action: 'recurring.changed',
        before: { recurringId: row.id, userId: row.userId, date: row.nextDelivery },
        after: { recurringId: row.id, userId: row.userId, date: next },
      }),
      view: selectList(deps.db.orm, actor.userId),
    });
    return recurringList(written.view);
  });
}

/** Returns the stored columns of an input, with the price of one delivery. */
async function columnsOf(call: UserCall, input: RecurringInput) {
  const { time, boatId = null, dockId = null, canType = null, endDate = null, ...rest } = input;
  const prices = await currentPrices(call);
  const plan = orderOfPlan(input);
  // A fill-up has the tank's gallons.
  const order = withFillUpEstimate(plan, input.gallons, mostOfFillUp(prices.list));
  refuseAboveLimits(order, prices.list, { gallonsField: 'gallons' });
  const price = quoteNew(order, prices);
  refuseBelowMinimum(price, prices.list.minimumOrderCents, { field: 'gallons' });
  return {
    ...rest,
    boatId,
    dockId,
    canType,
    endDate,
    // If a dock is named, its own address applies, which may change.
    location: dockId === null ? (rest.location ?? null) : null,
    slipNumber: dockId === null ? (rest.slipNumber ?? null) : null,
    slotIndex: time ? timeSlotIndexOf(time) : null,
    priceCents: price.totalCents,
  };
}

const selectChosen = (
  orm: Queryable,
  userId: string,
  { boatId, dockId }: Pick<RecurringInput, 'boatId' | 'dockId'>,
) => [selectBoat(orm, userId, boatId ?? ''), selectDock(orm, userId, dockId ?? '')] as const;

function refuseUnknown(input: RecurringInput, boat: unknown, dock: unknown): void {
  if (input.boatId && !boat) throw notTheirs('boatId', 'boat');
  if (input.dockId && !dock) throw notTheirs('dockId', 'dock');
}

const SKIPPED_OR_BOOKED =
  'That date was already skipped or booked. Nothing was changed. Check the next date.';

const notTheirs = (field: string, what: string) =>
  new DomainError('invalid_input', `We couldn’t find that ${what}. Select another one.`, { field });

/** The values of the audit log. */
const auditValues = (row: Omit<RecurringRow, 'status' | 'createdAt' | 'priceCents' | 'terms'>) => ({
  recurringId: row.id,
  userId: row.userId,
  planType: row.planType,
  deliveryDay: row.deliveryDay,
  fuelType: row.fuelType,
  gallons: row.gallons,
  fillUp: row.fillUp,
  smallIceBags: row.smallIceBags,
  largeIceBags: row.largeIceBags,
  ...(row.location !== null && { location: row.location }),
  ...(row.slipNumber !== null && { slipNumber: row.slipNumber }),
});

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
      view: selectList(deps.db.orm, actor.userId),
    });
    return recurringList(written.view);
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

/**
 * Returns the next date. Resuming starts with the first matching date from tomorrow on. Repeating
 * the current status doesn't change the date.
 */
function nextDateOf(
  row: RecurringRow,
  { status }: { status: RecurringStatus },
  today: CalendarDate,
): CalendarDate | null {
  if (status !== 'active') return null;
  if (row.status === 'active') return row.nextDelivery;
  const next = nextWeekday(today, row.deliveryDay);
  if (row.endDate === null || next <= row.endDate) return next;
  throw needs('This recurring delivery has ended. Edit its end date first.');
}

const unknown = () => new DomainError('not_found', 'We couldn’t find that recurring delivery.');

const selectList = (orm: Queryable, userId: string) =>
  [selectRecurring(orm, userId), selectBillTo(orm, userId)] as const;

const recurringList = ([rows, [account]]: readonly [
  RecurringRow[],
  { billTo: string }[],
]): RecurringList => ({
  deliveries: rows.map(({ userId, terms, ...view }) => view),
  rule: recurringRule(account !== undefined),
});
