import { tryWriteGuarded } from '@/db/guarded-batch';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { isMissing, type PaymentEvent } from '@/server/ports/payments/port';
import { audit } from '../audit/audit';
import { countBalanceDecline } from './balance/balance-tries.usecases';
import { recordSetupFromEvent } from './cards/card-setup.usecases';
import { countDecline } from './cards/card-tries.usecases';
import { replaceDeletedCustomer } from './cards/deleted-customers.usecases';
import { lookAtCard } from './cards/lost-cards.usecases';
import { checkPaymentIntent, STRIPE } from './charges/charge-outcome.usecases';
import { hasStripeEvent, insertStripeEvent } from './charges/charges.repository';
import { lookAtDispute } from './disputes/disputes.usecases';
import { noteRejection, paymentsOutOfOrder } from './health/troubles.usecases';
import { lookAtRefund } from './refunds/refund-outcome.usecases';

/**
 * Takes one event as it came over the wire. A forged, altered or stale event throws `invalid_input`
 * and changes nothing; a repeated one changes nothing either.
 *
 * @param input.body the bytes that were signed, as text
 */
export async function receiveWebhook(
  { deps }: AnyCall,
  input: { body: string; signature: string | null },
): Promise<void> {
  const event =
    input.signature &&
    (await deps.payments.verifyWebhook(input.body, input.signature, deps.clock.now()));
  if (!event) throw new DomainError('invalid_input', 'The signature of this event is not valid.');
  await handlePaymentEvent({ deps }, event);
}

/**
 * Looks at the object that an event names, and moves ours forward to there. So order and repetition
 * do not matter, and the event is recorded after its effect: a crash in between repeats a step that
 * changes nothing. An event whose object could not be retrieved is not recorded, and has its effect
 * when it comes again.
 *
 * @returns whether the event was new to us
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

/** What may happen to a saved card at Stripe without us. */
const CARD_EVENTS: readonly string[] = [
  'payment_method.detached',
  'payment_method.updated',
  'payment_method.automatically_updated',
];

/** Events of one object take turns in this process, because doubles often come together. */
const turns = new Map<string, Promise<void>>();

async function handleOnce(deps: Deps, event: PaymentEvent): Promise<boolean> {
  if (await hasStripeEvent(deps.db.orm, event.id)) return false;
  let isOurDispute = false;
  try {
    isOurDispute = await actOn(deps, event);
  } catch (error) {
    // Signed, but Stripe shows us no such object: it was deleted, or another account has it.
    if (!isMissing(error)) {
      await noteRejection({ deps }, error);
      throw paymentsOutOfOrder(error) ?? error;
    }
    deps.log.warn('an event names an object that is not there', {
      event: event.id,
      type: event.type,
    });
  }
  return recordEvent(deps, event, isOurDispute);
}

/**
 * Records an event; false where it is recorded already. A dispute of a payment that we do not know is
 * for people to look up, so its entry in the audit log comes with the record, once.
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

/** Moves forward what an event is about; whether that is a dispute of one of our payments. */
async function actOn(deps: Deps, event: PaymentEvent): Promise<boolean> {
  if (!event.objectId) return false;
  if (event.type.startsWith('charge.dispute.')) {
    return (await lookAtDispute(deps, event.objectId)) !== 'other';
  }
  if (event.type.startsWith('setup_intent.')) await recordSetupFromEvent(deps, event.objectId);
  if (event.type === 'setup_intent.setup_failed') {
    await countDecline({ deps }, { id: event.id, setupIntentId: event.objectId });
  }
  if (event.type.startsWith('payment_intent.')) {
    const intent = await checkPaymentIntent(deps, event.objectId);
    if (event.type === 'payment_intent.payment_failed') {
      await countBalanceDecline({ deps }, { id: event.id, intent });
    }
  }
  if (event.type.startsWith('refund.') || event.type === 'charge.refund.updated') {
    await lookAtRefund(deps, event.objectId);
  }
  if (CARD_EVENTS.includes(event.type)) await lookAtCard(deps, event.objectId);
  if (event.type === 'customer.deleted') await replaceDeletedCustomer(deps, event.objectId);
  return false;
}
