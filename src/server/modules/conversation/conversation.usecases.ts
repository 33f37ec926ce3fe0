import { type ConditionalWrite, type Guard, tryWriteGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { canGetMail } from '@/domain/account/email';
import { DomainError, MESSAGES } from '@/domain/errors';
import { withinMessageHours } from '@/domain/message-hours';
import { mayAnswerNow, sendingState } from '@/domain/messages/conversation';
import type { WrittenMessageInput } from '@/domain/messages/conversation.schema';
import { HOW_TO_STOP } from '@/domain/messages/customer-texts';
import { toGsm } from '@/domain/messages/gsm';
import type { AnyCall, UserCall } from '@/server/config/call';
import { findAppointment, selectAppointment } from '../appointments/appointments.repository';
import { deliveryFacts } from '../appointments/delivery-link';
import { audit } from '../audit/audit';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { message } from '../messages/message';
import { addingMessages, mayText, newText, withCompanyName } from '../messages/message.repository';
import { numbersOf } from '../messages/reach';
import { textsLeft } from '../messages/turns';
import { insertWritten, selectWritten, selectWrittenBy } from '../messages/written.repository';
import { endingReplies } from '../review/review.repository';
import {
  selectAutomatic,
  selectSavedReplies,
  selectWrittenWithStates,
} from './conversation.repository';

/** The channel of a message from staff, or null if only a call reaches the customer. */
type Channel = 'text' | 'mail' | null;

async function channelsTo({ deps }: AnyCall, appointment: AppointmentRow) {
  const number = (await numbersOf(deps, [appointment])).get(appointment.id) ?? null;
  const getsMail = canGetMail(appointment.customerEmail);
  const text: Channel = number === null ? null : 'text';
  const mail: Channel = getsMail ? 'mail' : null;
  return { number, text, mail };
}

/**
 * Returns a delivery's conversation, the oldest first: what the customer and staff wrote, and the
 * automatic messages with their states.
 */
export async function readConversation(call: AnyCall, { id }: { id: string }) {
  const { deps } = call;
  const [[appointment], written, sent, replies] = await deps.db.read(
    (orm) =>
      [
        selectAppointment(orm, id),
        selectWrittenWithStates(orm, id),
        selectAutomatic(orm, id),
        selectSavedReplies(orm),
      ] as const,
  );
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const { text, mail } = await channelsTo(call, appointment);
  const automatic = sent.map((row) => ({
    id: row.id,
    author: 'system' as const,
    channel: row.channel,
    body: row.subject,
    writtenBy: null,
    createdAt: row.createdAt,
    state: sendingState(row),
    nextAttemptAt: row.nextAttemptAt,
  }));
  const typed = written.map(({ message, carrier }) => {
    const { dedupeKey: _key, appointmentId: _id, ...row } = message;
    const state = carrier ? sendingState(carrier) : ('dropped' as const);
    return {
      ...row,
      // A customer's message has arrived, because we have it.
      state: row.author === 'customer' ? null : state,
      nextAttemptAt: carrier?.nextAttemptAt ?? null,
    };
  });
  return {
    /** How staff's next message is sent. Null if only a call reaches the customer. */
    channel: text ?? mail,
    messages: [...automatic, ...typed].reverse().sort((a, b) => a.createdAt - b.createdAt),
    savedReplies: replies,
  };
}

/**
 * Sends a customer a message from staff about their delivery, as a text or an email, and resolves the
 * replies that it answers. Repeating it with the same `requestId` sends nothing more.
 *
 * @param prefers the channel to use if the customer gets both
 * @throws `conflict` if only a call reaches the customer, or if the message was changed before it was repeated
 * @throws `rate_limited` if the number got too many texts
 */
export async function writeMessage(
  call: UserCall,
  { id, text, requestId }: WrittenMessageInput,
  prefers: 'text' | 'mail' = 'text',
): Promise<{ channel: 'text' | 'mail' }> {
  const { deps, actor } = call;
  const now = deps.clock.now();
  const appointment = await findAppointment(deps.db.orm, id);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const { number, ...reach } = await channelsTo(call, appointment);
  const channel = reach[prefers] ?? reach.text ?? reach.mail;
  if (channel === null) {
    throw new DomainError(
      'conflict',
      'This customer has no email address and gets no texts. Call the customer.',
    );
  }
  const key = `from-office:${requestId}:${id}`;
  const { send, onlyIf } =
    channel === 'text' && number !== null
      ? await textOf(call, appointment, { text, number, key })
      : {
          send: message(call, 'from-office', {
            ...deliveryFacts(deps, appointment),
            text,
            bulkId: requestId,
          }),
          onlyIf: undefined,
        };
  const written = await tryWriteGuarded(deps.db, {
    guard: insertWritten(
      deps.db.orm,
      {
        id: deps.ids.next(),
        appointmentId: id,
        author: 'staff',
        channel,
        body: text,
        writtenBy: actor.name,
        dedupeKey: key,
        createdAt: now,
      },
      onlyIf,
    ),
    audit: audit(call, {
      appointmentId: id,
      action: 'appointment.written_to',
      after: { text },
      id: `${requestId}:${id}`,
    }),
    also: [send, endingReplies(id, { outcome: 'replied', doneBy: actor.name, doneAt: now })],
  });
  if (written) return { channel };
  const [known] = await selectWrittenBy(deps.db.orm, key);
  if (known?.body === text) return { channel };
  if (known) {
    throw new DomainError(
      'conflict',
      'The first version of this message was already sent. To send this one too, try again.',
      { field: 'text' },
    );
  }
  throw new DomainError(
    'rate_limited',
    'This number got too many texts in the last hour or day, so nothing was sent. Try again later, or call.',
  );
}

/**
 * Returns the text with staff's message, and the conditions under which the number may get it. At
 * night it waits for the morning, unless it answers someone who wrote a moment ago.
 */
async function textOf(
  call: UserCall,
  appointment: AppointmentRow,
  { text, number, key }: { text: string; number: string; key: string },
): Promise<{ send: ConditionalWrite; onlyIf: Guard | undefined }> {
  const { deps } = call;
  const now = deps.clock.now();
  const [written, [business]] = await deps.db.read(
    (orm) => [selectWritten(orm, appointment.id), selectBusinessSettings(orm)] as const,
  );
  const repliedAt = written.find(({ author }) => author === 'customer')?.createdAt ?? null;
  const isUnderWay = appointment.status === 'en_route';
  const at = mayAnswerNow({ repliedAt, isUnderWay }, now)
    ? now
    : withinMessageHours(now, businessSettingsOf(deps, business), deps.settings.timeZone);
  const isLeft = textsLeft(call, number);
  const body = toGsm(text);
  const row = {
    id: deps.ids.next(),
    recipient: number,
    subject: withCompanyName('Message from staff'),
    values: null,
    dedupeKey: key,
    appointmentId: appointment.id,
    createdAt: now,
    nextAttemptAt: Math.max(at, call.part?.messagesAt ?? 0),
    bulkId: call.part?.bulkId ?? null,
  };
  const { userId } = appointment;
  const bodies = { first: `${body}${HOW_TO_STOP}`, later: body };
  return {
    send: addingMessages([newText(row, bodies, { userId, turn: null, isLeft })]),
    onlyIf: mayText(number, [appointment.id, userId], isLeft),
  };
}
