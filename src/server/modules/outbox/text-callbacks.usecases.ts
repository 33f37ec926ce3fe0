import { WROTE_BEFORE } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { replyCommand } from '@/domain/messages/replies';
import { textNumber } from '@/domain/phone-number';
import { onOneLine } from '@/domain/text';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { hashToken } from '../auth/tokens';
import { startingTexts, stoppingTexts } from '../messages/text-numbers.repository';
import { insertWritten } from '../messages/written.repository';
import { insertItemIfNew, selectItemsSince } from '../review/review.repository';
import { findText, recordOutcome, selectLatestText } from './outbox.repository';
import { getsMail, unreachedItem } from './unreached';

/** A callback from the text provider, before its signature is checked. */
export type TextCallback = {
  /** The address that was called, as the provider sees it. */
  url: URL;
  body: string;
  signature: string | null;
};

/** Maximum number of fields in a callback. Twilio sends about 20, plus one per picture. */
const MOST_FIELDS = 100;

/**
 * Reads a callback's fields.
 *
 * @throws `forbidden` if the provider didn't sign it, or none is set
 */
async function signedFields({ deps }: AnyCall, { url, body, signature }: TextCallback) {
  const pairs = [...new URLSearchParams(body)];
  const fields = Object.fromEntries(pairs);
  const address = `${deps.settings.appUrl}${url.pathname}${url.search}`;
  const isSigned =
    deps.texts !== null &&
    pairs.length <= MOST_FIELDS &&
    (await deps.texts.isSigned({ url: address, fields, signature }));
  if (!isSigned) throw new DomainError('forbidden', 'This callback’s signature isn’t valid.');
  return fields;
}

/** Our names for the provider's states. Any other state means that the text is still on its way. */
const OUTCOMES: Readonly<Record<string, 'delivered' | 'failed'>> = {
  delivered: 'delivered',
  read: 'delivered',
  failed: 'failed',
  undelivered: 'failed',
};

/**
 * Records the delivery state of a text. The first final state counts, so repetition and order don't
 * matter. A callback also proves that the provider accepted the text, in case its answer was lost.
 * Staff are asked to call if the text failed and its reader gets no emails.
 */
export async function receiveTextStatus(call: AnyCall, callback: TextCallback): Promise<void> {
  const { deps } = call;
  const { MessageStatus = '', MessageSid = '' } = await signedFields(call, callback);
  const message = await findText(deps.db.orm, callback.url.searchParams.get('message') ?? '');
  if (!message || message.outcome !== null) return;
  const outcome = OUTCOMES[MessageStatus] ?? null;
  const needsCall = outcome === 'failed' && !(await getsMail(deps, message));
  const reason = `The phone company couldn’t deliver “${message.subject}”. Call the customer if it still matters.`;
  const received = {
    outcome,
    providerId: MessageSid.slice(0, 64) || message.providerId,
    sentAt: message.sentAt ?? deps.clock.now(),
  };
  await deps.db.batch((orm) => [
    recordOutcome(orm, message, received),
    ...(needsCall ? [unreachedItem(deps, message, reason)(orm, WROTE_BEFORE)] : []),
  ]);
}

/** The longest reply that staff see. A phone can send more than ten texts as one. */
const REPLY_LENGTH = 1_000;
const HOUR_MS = 3_600_000;
/** The replies of one number that staff see in an hour. */
const REPLIES_IN_HOUR = 10;

/**
 * Obeys a reply immediately: STOP ends all texts to the number until START. The provider itself
 * answers these two and HELP. Staff see any other reply in Needs attention, with the delivery of
 * the latest text.
 */
export async function receiveReply(call: AnyCall, callback: TextCallback): Promise<void> {
  const { deps } = call;
  const { From = '', Body = '', MessageSid = '', OptOutType } = await signedFields(call, callback);
  const number = textNumber(From);
  if (number === null) return;
  // Some providers already name the command in the reply.
  const command = replyCommand(OptOutType ?? Body);
  const now = deps.clock.now();
  if (command === 'stop') await deps.db.write((orm) => stoppingTexts(number, now)(orm));
  else if (command === 'start') await deps.db.write((orm) => startingTexts(number, now)(orm));
  else if (command !== 'help') await showReply(deps, { number, text: Body, id: MessageSid });
}

async function showReply(
  { db, ids, clock }: Deps,
  { number, text, id }: { number: string; text: string; id: string },
): Promise<void> {
  const now = clock.now();
  const prefix = `text-reply:${hashToken(number).slice(0, 16)}:`;
  const [[latest], shown] = await db.read((orm) => [
    selectLatestText(orm, number),
    selectItemsSince(orm, prefix, now - HOUR_MS, REPLIES_IN_HOUR),
  ]);
  // If we never texted this number, this isn't a reply.
  if (!latest || shown.length >= REPLIES_IN_HOUR) return;
  const said = [...onOneLine(text).trim()].slice(0, REPLY_LENGTH).join('');
  const { appointmentId } = latest;
  const dedupeKey = `${prefix}${id.slice(0, 64)}`;
  await db.batch((orm) => [
    insertItemIfNew(orm, {
      id: ids.next(),
      kind: 'text_reply',
      appointmentId,
      reason: said ? `“${said}”` : 'The customer sent a picture.',
      dedupeKey,
      createdAt: now,
    }),
    ...(appointmentId === null
      ? []
      : [
          insertWritten(orm, {
            id: ids.next(),
            appointmentId,
            author: 'customer',
            channel: 'text',
            body: said || '(picture)',
            writtenBy: null,
            dedupeKey,
            createdAt: now,
          }),
        ]),
  ]);
}
