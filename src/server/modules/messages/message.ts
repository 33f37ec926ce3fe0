import type { ConditionalWrite } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { AnyCall } from '@/server/config/call';
import { bodyOf, type Email, type EmailContext, type EmailTemplate } from './email';
import { CAUSED_BY_STRANGERS, EMAILS, type FactsOf, type MessageKind } from './emails';
import { insertingMessage, type Texts } from './message.repository';
import { turnsTo } from './turns';
import { withoutLinks, withoutTyped } from './typed-text';

/**
 * Returns the statement that adds a message to the outbox, for the write the message is about. It
 * adds one message per cause. A bulk change delays its messages.
 *
 * @returns null if the person has no address
 */
export function message<K extends MessageKind>(
  { deps, part }: AnyCall,
  kind: K,
  facts: FactsOf<K>,
): ConditionalWrite | null {
  const context = { settings: deps.settings, now: deps.clock.now() };
  const { email, full, plain } = textsOf(kind, facts, context);
  const { address, appointmentId, proven } = email.to;
  if (!address) return null;
  const row = {
    id: deps.ids.next(),
    recipient: address,
    dedupeKey: `${kind}:${email.about}`,
    appointmentId,
    createdAt: context.now,
    nextAttemptAt: part?.messagesAt ?? context.now,
    bulkId: part?.bulkId ?? null,
    expiresAt: email.until ?? null,
  };
  return insertingMessage(row, { full, plain }, { proven, turn: turnOf({ deps }, kind, address) });
}

function turnOf(call: AnyCall, kind: MessageKind, address: string) {
  const countsFor = CAUSED_BY_STRANGERS[kind];
  const { key, isLeft } = turnsTo(call, address);
  return countsFor && key && isLeft ? { key, isLeft, countsFor } : null;
}

/**
 * Returns both texts of a message. The full one is for a verified address. The plain one is for an
 * address that a stranger may have entered, so it contains nothing that people typed.
 */
export function textsOf<K extends MessageKind>(
  kind: K,
  facts: FactsOf<K>,
  context: EmailContext,
): { email: Email; full: Texts; plain: Texts } {
  const template = EMAILS[kind] as EmailTemplate<FactsOf<K>>;
  const email = template(withAppointments(facts, withoutLinks), context);
  const plain = template(withAppointments(facts, withoutTyped), context);
  return {
    email,
    full: { subject: email.subject, body: bodyOf(email, context) },
    plain: {
      subject: plain.subject,
      body: bodyOf({ ...plain, to: { ...plain.to, name: null } }, context),
    },
  };
}

/** Returns the facts with `change` applied to each appointment in them. */
function withAppointments<T extends object>(
  facts: T,
  change: (appointment: AppointmentRow) => AppointmentRow,
): T {
  const isAppointment = (value: unknown): value is AppointmentRow =>
    typeof value === 'object' && value !== null && 'publicCode' in value && 'location' in value;
  const entries = Object.entries(facts);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isAppointment(value) ? change(value) : value]),
  ) as T;
}
