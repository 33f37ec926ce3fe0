import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { PaymentsRejected } from '@/server/ports/payments/port';
import {
  countTrouble,
  endSettledTroubles,
  endTrouble,
  standingTroubles,
} from './troubles.repository';

/** What a refusal is about where it names no charge and no refund. */
const ACCOUNT = 'account';

/** The charge or refund that Stripe refused, with its appointment. */
type Subject = { id: `charge:${string}` | `refund:${string}`; appointmentId: string };

/**
 * Records for staff that Stripe refused a request of ours; does nothing for any other error.
 * Customers hear nothing of it: their charge stays open and is tried again.
 */
export async function noteRejection(
  { deps }: AnyCall,
  error: unknown,
  subject?: Subject,
): Promise<void> {
  if (!(error instanceof PaymentsRejected)) return;
  const { message: reason } = error;
  const { id, appointmentId } = subject ?? { id: ACCOUNT, appointmentId: null };
  deps.log.error('Stripe refused a request', { about: id, ...errorFields(error) });
  try {
    const now = deps.clock.now();
    await countTrouble(deps.db, { id, appointmentId, reason: reason.slice(0, 500), now });
  } catch (failure) {
    // The refusal itself is what the caller must hear of.
    deps.log.error('a refusal of Stripe was not recorded', errorFields(failure));
  }
}

/** The refusal (503) that people hear of a request that Stripe refused; null for any other error. */
export function paymentsOutOfOrder(error: unknown): DomainError | null {
  if (!(error instanceof PaymentsRejected)) return null;
  return new DomainError(
    'unavailable',
    'Payments do not work at the moment, and nothing was charged. Please try again in a few minutes.',
    { cause: error },
  );
}

/** A standing trouble, as staff see it. */
export type PaymentTrouble = {
  id: string;
  /** Stripe's own sentence. */
  reason: string;
  since: number;
  /** The delivery it is about; null for one of the whole account. */
  publicCode: string | null;
};

/** What Stripe refuses at this moment, the oldest first. */
export async function readPaymentTroubles({ deps }: AnyCall): Promise<PaymentTrouble[]> {
  const standing = await standingTroubles(deps.db.orm);
  return standing.map(({ id, reason, since, publicCode }) => ({ id, reason, since, publicCode }));
}

/**
 * Ends the troubles that are over: of charges and refunds that went through, and of the account once
 * Stripe answers again. Asks Stripe only while a trouble of the account stands. Returns how many stood.
 */
export async function checkPayments({ deps }: AnyCall): Promise<number> {
  const standing = await standingTroubles(deps.db.orm);
  if (standing.length === 0) return 0;
  await endSettledTroubles(deps.db, deps.clock.now());
  if (standing.some(({ id }) => id === ACCOUNT)) await probe(deps);
  return standing.length;
}

/** Asks Stripe for something cheap that needs the same key. */
async function probe(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  try {
    await deps.payments.listEvents({ since: now, types: ['payment_intent.succeeded'] });
    await endTrouble(deps.db, ACCOUNT, now);
  } catch (error) {
    if (error instanceof PaymentsRejected) await noteRejection({ deps }, error);
  }
}
