import {
  MAX_RECURRING,
  nextWeekday,
  RECURRING_RULE,
  type RecurringInput,
  type RecurringPlan,
  type RecurringStatus,
  type Weekday,
} from '@/domain/account/recurring';
import { DomainError } from '@/domain/errors';
import { chargedUnitPrice, type FuelType } from '@/domain/pricing/fuel';
import { quote } from '@/domain/pricing/quote';
import type { UserActor } from '@/domain/roles';
import { type Deps, todayOf } from '@/server/deps';
import { findUserById } from '../auth/users.repository';
import { cardsOf } from '../payments/payment-methods.repository';
import { marketPrices } from '../pricing/pricing.usecases';
import {
  countRecurring,
  findRecurring,
  insertRecurring,
  type RecurringRow,
  recurringOf,
  setRecurringStatus,
} from './recurring.repository';

type Call = { deps: Deps; actor: UserActor };

export type RecurringView = {
  id: string;
  planType: RecurringPlan;
  deliveryDay: Weekday;
  fuelType: FuelType;
  gallons: number;
  status: RecurringStatus;
  /** The delivery that is booked next; null while paused. */
  nextDelivery: string | null;
  /** What one delivery cost when it was set up, with the prices of that day. */
  priceCents: number | null;
  createdAt: number;
};

/** The caller's recurring deliveries, and what happens by itself. */
export async function listRecurring({
  deps,
  actor,
}: Call): Promise<{ deliveries: RecurringView[]; rule: string }> {
  const rows = await recurringOf(deps.db.orm, actor.userId);
  return { deliveries: rows.map(recurringView), rule: RECURRING_RULE };
}

/**
 * Sets up a recurring delivery. Throws `conflict` without what its bookings need: a saved card and
 * an address; or above five.
 */
export async function createRecurring({ deps, actor }: Call, input: RecurringInput) {
  const user = await findUserById(deps.db.orm, actor.userId);
  const needs = (sentence: string) => new DomainError('conflict', sentence);
  if (!user?.address) throw needs('Please add your address to your profile first.');
  if ((await cardsOf(deps.db.orm, actor.userId)).length === 0) {
    throw needs('Please save a card first: book one delivery with it.');
  }
  const price = quote({
    gallons: input.gallons * 10,
    unitPriceCents: chargedUnitPrice(input.fuelType, await marketPrices(deps.db)),
    smallIceBags: 0,
    largeIceBags: 0,
    testMode: false,
  });
  await deps.db.transaction(async (tx) => {
    if ((await countRecurring(tx, actor.userId)) >= MAX_RECURRING) {
      throw needs(`You can have up to ${MAX_RECURRING} recurring deliveries.`);
    }
    await insertRecurring(tx, {
      id: deps.ids.next(),
      userId: actor.userId,
      ...input,
      nextDelivery: nextWeekday(todayOf(deps), input.deliveryDay),
      priceCents: price.totalCents,
      createdAt: deps.clock.now(),
    });
  });
  return listRecurring({ deps, actor });
}

/**
 * Pauses, resumes or cancels one. Deliveries that are booked already stay booked; they are cancelled
 * like any other. A cancelled one is gone for good.
 */
export async function changeRecurring(
  { deps, actor }: Call,
  input: { id: string; status: RecurringStatus },
) {
  const row = await findRecurring(deps.db.orm, actor.userId, input.id);
  if (!row) throw unknown();
  // Resuming starts from tomorrow; saying what is so already moves nothing.
  const nextDelivery =
    input.status !== 'active'
      ? null
      : row.status === 'active'
        ? row.nextDelivery
        : nextWeekday(todayOf(deps), row.deliveryDay as Weekday);
  const changes = { status: input.status, nextDelivery };
  if (!(await setRecurringStatus(deps.db, actor.userId, row.id, changes))) throw unknown();
  return listRecurring({ deps, actor });
}

const unknown = () => new DomainError('not_found', 'We could not find that recurring delivery.');

function recurringView(row: RecurringRow): RecurringView {
  const { userId, ...same } = row;
  return {
    ...same,
    planType: row.planType as RecurringPlan,
    deliveryDay: row.deliveryDay as Weekday,
    fuelType: row.fuelType as FuelType,
    status: row.status as RecurringStatus,
  };
}
