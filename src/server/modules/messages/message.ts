import { type ConditionalWrite, inserting } from '@/db/guarded-batch';
import { type AppointmentRow, outbox } from '@/db/schema';
import { locationInMessage, nameInMessage } from '@/domain/message-text';
import type { AnyCall } from '@/server/config/call';
import { bodyOf, type EmailTemplate } from './email';
import { EMAILS, type FactsOf, type MessageKind } from './emails';

/**
 * The statement that puts a message into the outbox, for the write that it tells of. The same cause
 * again puts no second one. Null where the person gave no address. Of a bulk change it waits.
 */
export function message<K extends MessageKind>(
  { deps, part }: AnyCall,
  kind: K,
  facts: FactsOf<K>,
): ConditionalWrite | null {
  const context = { settings: deps.settings, now: deps.clock.now() };
  const email = (EMAILS[kind] as EmailTemplate<FactsOf<K>>)(withoutLinks(facts), context);
  const { address, appointmentId } = email.to;
  if (!address) return null;
  const row = {
    id: deps.ids.next(),
    recipient: address,
    subject: email.subject,
    body: bodyOf(email, context),
    dedupeKey: `${kind}:${email.about}`,
    appointmentId,
    createdAt: context.now,
    nextAttemptAt: part?.messagesAt ?? context.now,
    bulkId: part?.bulkId ?? null,
    expiresAt: email.until ?? null,
  };
  return inserting(outbox, row, { unlessKnown: outbox.dedupeKey });
}

/** The facts, with what strangers type into an appointment as a message may repeat it (D78). */
function withoutLinks<T extends object>(facts: T): T {
  if (!('appointment' in facts) || !facts.appointment) return facts;
  const appointment = facts.appointment as AppointmentRow;
  const { customerName, location } = appointment;
  return {
    ...facts,
    appointment: {
      ...appointment,
      customerName: nameInMessage(customerName),
      location: locationInMessage(location),
    },
  };
}
