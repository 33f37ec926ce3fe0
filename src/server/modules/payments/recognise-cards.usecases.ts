import { perDb } from '@/db/per-db';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { isMissing, type SavedCard } from '@/server/ports/payments/port';
import { dueIfAny } from '../leases/leases.repository';
import { replaceDeletedCustomer } from './deleted-customers.usecases';
import { lookAtCard } from './lost-cards.usecases';
import {
  selectLatestRecognised,
  selectUnrecognised,
  storeRecognised,
} from './recognise-cards.repository';

/** Cards that one run learns of at most. */
const AT_ONCE = 100;

/** Whether `recogniseCards` would find one. */
export const cardsToRecognise = ({ deps }: AnyCall) => dueIfAny(selectUnrecognised(deps.db.orm, 1));

/** Behind which user the next run begins: those before are customers that Stripe did not know. */
const progress = perDb(() => ({ afterUserId: '' }));

/**
 * Learns the fingerprints and expiries of cards that were saved by a release without them, so that the
 * same card saved twice is one card. A card that was removed at Stripe leaves its account. It asks Stripe once for each customer; what a run does not reach, the next
 * one does. Returns how many cards it is done with. Throws `unavailable` where Stripe does not answer,
 * and `PaymentsRejected` where it takes no question of ours.
 */
export async function recogniseCards({ deps }: AnyCall): Promise<number> {
  const { db, log } = deps;
  const begun = progress(db);
  const cards = await selectUnrecognised(db.orm, AT_ONCE, begun.afterUserId);
  begun.afterUserId = '';
  const gone: typeof cards = [];
  let learned = 0;
  for (const [customerId, own] of Map.groupBy(cards, (card) => card.customerId ?? '')) {
    const known = await cardsOf(deps, customerId);
    if (known) {
      const left = await withoutGone(deps, own, known);
      await storeRecognised(db, withNames(left, known));
      learned += own.length;
    } else if (await replaceDeletedCustomer(deps, customerId)) {
      learned += own.length;
    } else {
      log.warn('Stripe does not know a customer', { customer: customerId });
      gone.push(...own);
    }
  }
  if (gone.length === 0) return learned;
  // With a key of another account Stripe knows none of our customers, and that says nothing for good.
  if (learned === 0 && !(await knowsOurCustomers(deps))) {
    // Behind a full page there may be others, which Stripe does know.
    if (cards.length === AT_ONCE) begun.afterUserId = cards.at(-1)?.userId ?? '';
    return 0;
  }
  await storeRecognised(db, withNames(gone, []));
  return learned + gone.length;
}

/** The cards that Stripe keeps for a customer; null for a customer that is not there. */
async function cardsOf({ payments }: Deps, customerId: string): Promise<SavedCard[] | null> {
  try {
    return await payments.listCards(customerId);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether Stripe knows the customer whose card it told of last. */
async function knowsOurCustomers(deps: Deps): Promise<boolean> {
  const [latest] = await selectLatestRecognised(deps.db.orm);
  return Boolean(latest?.customerId && (await cardsOf(deps, latest.customerId)));
}

/** Those of a customer's cards that are still there; the others have left the account. */
async function withoutGone(deps: Deps, own: Unrecognised, known: readonly SavedCard[]) {
  const left: Unrecognised = [];
  for (const card of own) {
    const { paymentMethodId } = card;
    const isListed = known.some((one) => one.paymentMethodId === paymentMethodId);
    if (isListed || (await lookAtCard(deps, paymentMethodId)) !== 'gone') left.push(card);
  }
  return left;
}

type Unrecognised = Awaited<ReturnType<typeof selectUnrecognised>>;

/** With fingerprints. A card that Stripe does not list is like no other card: its own id stands for it. */
function withNames(cards: Unrecognised, known: readonly SavedCard[]) {
  return cards.map((card) => {
    const { paymentMethodId } = card;
    const told = known.find((one) => one.paymentMethodId === paymentMethodId);
    return {
      ...card,
      fingerprint: told?.fingerprint ?? paymentMethodId,
      expMonth: told?.expMonth ?? null,
      expYear: told?.expYear ?? null,
    };
  });
}
