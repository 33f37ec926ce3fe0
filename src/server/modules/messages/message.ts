import type { ConditionalWrite } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { needsCall } from '@/domain/messages/call-list';
import { isByStrangers } from '@/domain/messages/customer-texts';
import type { AnyCall } from '@/server/config/call';
import { bodyOf, type Email, type EmailContext, type EmailTemplate } from './email';
import { CAUSED_BY_STRANGERS, EMAILS, type FactsOf, type MessageKind } from './emails';
import {
  addingMessages,
  COMPANY_MARK,
  type NewMessage,
  newCall,
  newEmail,
  newText,
  type Texts,
  withCompanyName,
} from './message.repository';
import { textBodies, textEventOf, textsTo } from './texts';
import { textsLeft, turnsTo } from './turns';
import { withoutLinks, withoutTyped } from './typed-text';

/** The longest a text waits for its provider (ms). A later one would only confuse the reader. */
const TEXT_LIFE_MS = 24 * 3_600_000;

/**
 * Returns the statement that adds a message to the outbox, for the write the message is about: an
 * email, a text, or both. It adds one of each per cause. If nothing reaches a customer who must hear about
 * it, it adds a line to the call list. A bulk change delays its messages.
 *
 * @returns null if the person has neither an address nor a number
 */
export function message<K extends MessageKind>(
  { deps, part }: AnyCall,
  kind: K,
  facts: FactsOf<K>,
): ConditionalWrite | null {
  const context = { settings: deps.settings, company: COMPANY_MARK, now: deps.clock.now() };
  const { email, full, plain } = textsOf(kind, facts, context);
  const row = {
    appointmentId: email.to.appointmentId,
    createdAt: context.now,
    nextAttemptAt: part?.messagesAt ?? context.now,
    bulkId: part?.bulkId ?? null,
    expiresAt: email.until ?? null,
    attachment: email.attachment ?? null,
  };
  const dedupeKey = `${kind}:${email.about}`;
  const messages: NewMessage[] = [];
  const { address, proven } = email.to;
  if (address) {
    messages.push(
      newEmail(
        { ...row, id: deps.ids.next(), recipient: address, dedupeKey },
        { full, plain },
        { proven, turn: turnOf({ deps }, kind, address) },
      ),
    );
  }
  const text = deps.texts && textBodies(kind, facts, context);
  const number = text && textsTo(deps, text.appointment.customerPhone);
  const latest = row.nextAttemptAt + TEXT_LIFE_MS;
  const newTexts =
    text && number
      ? [
          newText(
            {
              ...row,
              id: deps.ids.next(),
              recipient: number,
              dedupeKey: `${dedupeKey}:text`,
              subject: withCompanyName(plain.subject),
              values: JSON.stringify(text.words),
              expiresAt: Math.min(row.expiresAt ?? latest, latest),
            },
            text,
            { userId: text.appointment.userId, ...turnsOfNumber({ deps }, kind, number) },
          ),
        ]
      : [];
  messages.push(...newTexts);
  if (!address && needsCall(kind)) {
    const { subject } = plain;
    const line = { ...row, subject, id: deps.ids.next(), dedupeKey: `${dedupeKey}:call` };
    messages.push(newCall({ ...line, recipient: '', body: subject }, newTexts[0] ?? null));
  }
  return messages.length > 0 ? addingMessages(messages) : null;
}

function turnOf(call: AnyCall, kind: MessageKind, address: string) {
  const countsFor = CAUSED_BY_STRANGERS[kind];
  const { key, isLeft } = turnsTo(call, address);
  return countsFor && key && isLeft ? { key, isLeft, countsFor } : null;
}

/** Phone numbers are never verified, so each text that a stranger can trigger counts. */
function turnsOfNumber(call: AnyCall, kind: MessageKind, number: string) {
  const { key, isLeft } = turnsTo(call, number);
  const counts = textEventOf({ dedupeKey: kind });
  const isStrangers = counts !== null && isByStrangers(counts);
  return {
    turn: isStrangers && key && isLeft ? { key, isLeft, countsFor: 'all' as const } : null,
    isLeft: textsLeft(call, number),
  };
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
    full: { subject: email.subject, body: bodyOf(email, context), values: valuesOf(email) },
    plain: {
      subject: plain.subject,
      body: bodyOf({ ...plain, to: { ...plain.to, name: null } }, context),
      values: valuesOf(plain),
    },
  };
}

const valuesOf = ({ words }: Email) => (words ? JSON.stringify(words) : null);

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
