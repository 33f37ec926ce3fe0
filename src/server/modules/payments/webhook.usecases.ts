import { tryWriteGuarded } from '@/db/guarded-batch';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { isMissing, type PaymentEvent } from '@/server/ports/payments/port';
import { audit } from '../audit/audit';
import { countBalanceDecline } from './balance/balance-tries.usecases';
import { countAccountDecline } from './cards/account-cards.usecases';
import { recordSetupFromEvent } from './cards/card-setup.usecases';
import { countDecline } from './cards/card-tries.usecases';
import { replaceDeletedCustomer } from './cards/deleted-customers.usecases';
import { checkCard } from './cards/lost-cards.usecases';
import { checkPaymentIntent, STRIPE } from './charges/charge-outcome.usecases';
import { hasStripeEvent, insertStripeEvent } from './charges/charges.repository';
import { checkDispute } from './disputes/disputes.usecases';
import { noteRejection, paymentsOutOfOrder } from './health/troubles.usecases';
import { checkRefund } from './refunds/refund-outcome.usecases';

/**
 * Handles one event from Stripe's webhook. A forged, altered, or stale event throws `invalid_input`
 * and changes nothing. A repeated one changes nothing either.
 *
 * @param input.body the signed bytes, as text
 */
export async function receiveWebhook(
  { deps }: AnyCall,
  input: { body: string; signature: string | null },
): Promise<void> {
  const event =
    input.signature &&
    (await deps.payments.verifyWebhook(input.body, input.signature, deps.clock.now()));
  if (!event) throw new DomainError('invalid_input', 'This event’s signature isn’t valid.');
  await handlePaymentEvent({ deps }, event);
}

/**
 * Retrieves the object that an event names and updates our books to its state, but never to an
 * earlier one. So the order and repetition of events don't matter. The event is recorded after its
 * effect, because a crash in between only repeats a harmless step. If the object can't be
 * retrieved, the event isn't recorded, and takes effect when it arrives again.
 * @returns true if the event was new
 */
export async function handlePaymentEvent({ deps }: AnyCall, event: PaymentEvent): Promise<boolean> {
  const object = event.objectId ?? event.id;
  const turn = (turns.get(object) ?? Promise.resolve()).then(() => handleOnce(deps, event));
  const over = turn.then(
    () => {},
    () => {},
  );
  turns.set(object, over);
  try {
    return await turn;
  } finally {
    if (turns.get(object) === over) turns.delete(object);
  }
}

const DISPUTE_ACTIONS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies readonly AuditAction[];

/** Events about saved cards that change at Stripe without us. */
const CARD_EVENTS: readonly string[] = [
  'payment_method.detached',
  'payment_method.updated',
  'payment_method.automatically_updated',
];

/**
 * Events about one object are handled one after another, because duplicates often arrive together.
 */
const turns = new Map<string, Promise<void>>();

async function handleOnce(deps: Deps, event: PaymentEvent): Promise<boolean> {
  if (await hasStripeEvent(deps.db.orm, event.id)) return false;
  let isOurDispute = false;
  try {
    isOurDispute = await actOn(deps, event);
  } catch (error) {
    // The event is genuine, but its object was deleted or belongs to another account.
    if (!isMissing(error)) {
      await noteRejection({ deps }, error);
      throw paymentsOutOfOrder(error) ?? error;
    }
    deps.log.warn("an event refers to an object that doesn't exist", {
      event: event.id,
      type: event.type,
    });
  }
  return recordEvent(deps, event, isOurDispute);
}

/**
 * Records an event. If it's about a dispute of an unknown payment, people must look it up, so an
 * audit entry is written along with the event, once.
 * @returns false if the event was already recorded
 */
async function recordEvent(
  deps: Deps,
  event: PaymentEvent,
  isOurDispute: boolean,
): Promise<boolean> {
  const { id, type, objectId, createdAt } = event;
  const row = { id, type, objectId, createdAt, receivedAt: deps.clock.now() };
  const action = DISPUTE_ACTIONS.find((kind) => kind === type);
  if (!action || isOurDispute) {
    return (await deps.db.write((orm) => insertStripeEvent(orm, row))).length === 1;
  }
  const written = await tryWriteGuarded(deps.db, {
    guard: insertStripeEvent(deps.db.orm, row),
    audit: audit({ deps, actor: STRIPE }, { action, after: { dispute: objectId, event: id } }),
  });
  if (written) deps.log.error('a payment is disputed', { dispute: objectId, type });
  return written !== null;
}

/**
 * Updates our books for an event.
 *
 * @returns true if it's about a dispute of one of our payments
 */
async function actOn(deps: Deps, event: PaymentEvent): Promise<boolean> {
  if (!event.objectId) return false;
  if (event.type.startsWith('charge.dispute.')) {
    return (await checkDispute(deps, event.objectId)) !== 'other';
  }
  if (event.type.startsWith('setup_intent.')) await recordSetupFromEvent(deps, event.objectId);
  if (event.type === 'setup_intent.setup_failed') {
    await countSetupDecline(deps, event.id, event.objectId);
  }
  if (event.type.startsWith('payment_intent.')) {
    const intent = await checkPaymentIntent(deps, event.objectId);
    if (event.type === 'payment_intent.payment_failed') {
      await countBalanceDecline({ deps }, { id: event.id, intent });
    }
  }
  if (event.type.startsWith('refund.') || event.type === 'charge.refund.updated') {
    await checkRefund(deps, event.objectId);
  }
  if (CARD_EVENTS.includes(event.type)) await checkCard(deps, event.objectId);
  if (event.type === 'customer.deleted') await replaceDeletedCustomer(deps, event.objectId);
  return false;
}

/** Counts a declined card for its appointment or account. */
async function countSetupDecline(deps: Deps, event: string, setupIntentId: string): Promise<void> {
  const intent = await deps.payments.retrieveSetupIntent(setupIntentId);
  if (intent.accountId !== null) await countAccountDecline({ deps }, event, intent);
  else await countDecline({ deps }, event, intent);
}
