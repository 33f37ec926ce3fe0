import type { AnyCall } from '@/server/config/call';
import { errorFields } from '@/server/config/log';
import { PaymentsRejected, type SavedCard } from '@/server/ports/payments/port';
import { dueIfAny } from '../leases/leases.repository';
import { selectUnrecognised, storeFingerprints } from './recognise-cards.repository';

/** Cards that one run learns of at most. */
const AT_ONCE = 100;

/** Whether `recogniseCards` would find one. */
export const cardsToRecognise = ({ deps }: AnyCall) => dueIfAny(selectUnrecognised(deps.db.orm, 1));

/**
 * Learns the fingerprints of cards that were saved by a release without them, so that the same card
 * saved twice is one card. It asks Stripe once for each customer; what a run does not reach, the next
 * one does. Returns how many cards it learned of. Throws `unavailable` where Stripe does not answer.
 */
export async function recogniseCards({ deps }: AnyCall): Promise<number> {
  const { db, payments, log } = deps;
  const cards = await selectUnrecognised(db.orm, AT_ONCE);
  let learned = 0;
  for (const [customerId, own] of Map.groupBy(cards, (card) => card.customerId ?? '')) {
    try {
      const known = await payments.listCards(customerId);
      await storeFingerprints(
        db,
        own.map((card) => ({ ...card, fingerprint: nameOf(card, known) })),
      );
      learned += own.length;
    } catch (error) {
      if (!(error instanceof PaymentsRejected)) throw error;
      log.warn('Stripe does not tell of a customer’s cards', {
        customer: customerId,
        ...errorFields(error),
      });
    }
  }
  return learned;
}

/** The fingerprint. What Stripe does not tell of is like no other card: its own id stands for it. */
function nameOf({ paymentMethodId }: { paymentMethodId: string }, known: SavedCard[]): string {
  const card = known.find((one) => one.paymentMethodId === paymentMethodId);
  return card?.fingerprint ?? paymentMethodId;
}
