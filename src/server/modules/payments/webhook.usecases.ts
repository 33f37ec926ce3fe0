import { DomainError } from '@/domain/errors';
import type { Deps } from '@/server/deps';
import type { PaymentEvent } from '@/server/ports/payments/port';
import { applyPaymentIntent } from './charge.usecases';
import { hasStripeEvent, insertStripeEvent } from './charges.repository';
import { recordSetupFromEvent } from './setup.usecases';

/**
 * Takes one event as it came over the wire. A forged, altered or stale one is `invalid_input` and
 * changes nothing; a repeated one changes nothing either.
 */
export async function receiveWebhook(
  { deps }: { deps: Deps },
  input: { body: string; signature: string | null },
): Promise<void> {
  const event =
    input.signature &&
    (await deps.payments.verifyWebhook(input.body, input.signature, deps.clock.now()));
  if (!event) throw new DomainError('invalid_input', 'The signature of this event is not valid.');
  await handlePaymentEvent({ deps }, event);
}

/**
 * The effect of an event is: look at the object it names, and move forward. So order and repetition
 * do not matter, and the event is recorded after its effect: a crash in between repeats a no-op.
 */
export async function handlePaymentEvent(
  { deps }: { deps: Deps },
  event: PaymentEvent,
): Promise<void> {
  if (await hasStripeEvent(deps.db.orm, event.id)) return;
  if (event.objectId && event.type.startsWith('setup_intent.')) {
    await recordSetupFromEvent(deps, event.objectId);
  } else if (event.objectId && event.type.startsWith('payment_intent.')) {
    await applyPaymentIntent(deps, await deps.payments.retrievePaymentIntent(event.objectId));
  }
  await deps.db.write((orm) =>
    insertStripeEvent(orm, {
      id: event.id,
      type: event.type,
      objectId: event.objectId,
      createdAt: event.createdAt,
      receivedAt: deps.clock.now(),
    }),
  );
}
