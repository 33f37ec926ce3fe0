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
import { type Cents, toTenths } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import { chargedUnitPrice, type FuelType } from '@/domain/pricing/fuel';
import { quote } from '@/domain/pricing/quote';
import type { UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { findUserById } from '../auth/users.repository';
import { cardsOf } from '../payments/saved-cards.repository';
import { marketPrices } from '../pricing/pricing.usecases';
import {
  countRecurring,
  findRecurring,
  insertRecurring,
  type RecurringRow,
  recurringOf,
  setRecurringStatus,
} from './recurring.repository';

export type RecurringView = {
  id: string;
  planType: RecurringPlan;
  deliveryDay: Weekday;
  fuelType: FuelType;
  gallons: number;
  status: RecurringStatus;
  /** The date that is booked next; null while paused. */
  nextDelivery: string | null;
  /** The price of one delivery, at the prices of the day it was set up. */
  priceCents: Cents | null;
  createdAt: number;
};

/** The caller's recurring deliveries, and the rule by which they are booked. */
export async function listRecurring({
  deps,
  actor,
}: UserCall): Promise<{ deliveries: RecurringView[]; rule: string }> {
  const rows = await recurringOf(deps.db.orm, actor.userId);
  return { deliveries: rows.map(recurringView), rule: RECURRING_RULE };
}

/**
 * Sets up a recurring delivery. Throws `conflict` without a saved card and an address, which its
 * appointments need, and above five.
 */
export async function createRecurring({ deps, actor }: UserCall, input: RecurringInput) {
  const user = await findUserById(deps.db.orm, actor.userId);
  const needs = (message: string) => new DomainError('conflict', message);
  if (!user?.address) throw needs('Please add your address to your profile first.');
  if ((await cardsOf(deps.db.orm, actor.userId)).length === 0) {
    throw needs('Please save a card first: book one delivery with it.');
  }
  const price = quote(
    { ...EMPTY_ORDER, estimatedGallonsTenths: toTenths(input.gallons) },
    {
      unitPriceCents: chargedUnitPrice(input.fuelType, await marketPrices(deps.db)),
      testMode: false,
    },
  );
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
 * Pauses, resumes or cancels a recurring delivery. Its booked appointments stay, and are cancelled
 * like any other. A cancelled recurring delivery cannot be resumed.
 */
export async function changeRecurring(
  { deps, actor }: UserCall,
  input: { id: string; status: RecurringStatus },
) {
  const row = await findRecurring(deps.db.orm, actor.userId, input.id);
  if (!row) throw unknown();
  // Resuming starts from tomorrow; repeating the present status changes no date.
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
