import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { PaymentsRejected } from '@/server/ports/payments/port';
import {
  countTrouble,
  endSettledTroubles,
  endTrouble,
  selectCurrentTroubles,
} from './troubles.repository';

/** The subject of a refusal that isn't about one charge or refund. */
const ACCOUNT = 'account';

/** A refused charge or refund, with its appointment. */
type Subject = { id: `charge:${string}` | `refund:${string}`; appointmentId: string };

/**
 * Records that Stripe refused a request of ours, for staff. Ignores any other error. Customers
 * aren't notified, because their charge stays open and is tried again.
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
    // The caller needs the refusal itself, so this failure is only logged.
    deps.log.error("couldn't record a refusal by Stripe", errorFields(failure));
  }
}

/** The error (503) that people see after Stripe refuses our request. Null for any other error. */
export function paymentsOutOfOrder(error: unknown): DomainError | null {
  if (!(error instanceof PaymentsRejected)) return null;
  return new DomainError(
    'unavailable',
    'Payments aren’t working right now. Nothing was charged. Try again in a few minutes.',
    { cause: error },
  );
}

/** A current trouble as staff see it. */
export type PaymentTrouble = {
  id: string;
  /** Stripe's own sentence. */
  reason: string;
  since: number;
  /** The delivery it's about, or null if it's about the whole account. */
  publicCode: string | null;
};

/** Reads the requests that Stripe currently refuses, oldest first. */
export async function readPaymentTroubles({ deps }: AnyCall): Promise<PaymentTrouble[]> {
  const current = await selectCurrentTroubles(deps.db.orm);
  return current.map(({ id, reason, since, publicCode }) => ({ id, reason, since, publicCode }));
}

/**
 * Ends the troubles of charges and refunds that succeeded, and of the account once Stripe answers
 * again. Stripe is only called while the account has a trouble. Returns the number of troubles.
 */
export async function checkPayments({ deps }: AnyCall): Promise<number> {
  const current = await selectCurrentTroubles(deps.db.orm);
  if (current.length === 0) return 0;
  await endSettledTroubles(deps.db, deps.clock.now());
  if (current.some(({ id }) => id === ACCOUNT)) await probe(deps);
  return current.length;
}

/** Makes a cheap request to Stripe that needs the same key. */
async function probe(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  try {
    await deps.payments.listEvents({ since: now, types: ['payment_intent.succeeded'] });
    await endTrouble(deps.db, ACCOUNT, now);
  } catch (error) {
    if (error instanceof PaymentsRejected) await noteRejection({ deps }, error);
  }
}
