import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { MailRefused } from '@/server/ports/mail/port';
import { hashToken } from '../auth/tokens';
import { isStillSo } from '../messages/still-so';
import { addingReviewItem } from '../review/review.repository';
import {
  claimMessage,
  dueMessages,
  findTold,
  markFailed,
  markGivenUp,
  markSent,
  type OutboxRow,
} from './outbox.repository';

/** How long a sender may take before another process tries the message. */
const CLAIM_MS = 60_000;
/** The pauses after the first, second, … failure; the last one repeats. */
const BACKOFF_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];

/** What staff can do about a message that did not arrive. */
const REACH = 'Call, if it matters still.';

/**
 * Sends the messages that wait in the outbox. A mail server that is down loses none of them; one that
 * the server refuses for good, or that is no longer true, is given up, and staff are told. Where its
 * delivery changed while it waited with a bulk change, there is nothing to tell.
 *
 * @returns the number of messages sent
 */
export async function sendOutbox({ deps }: AnyCall): Promise<number> {
  const now = deps.clock.now();
  let sent = 0;
  for (const message of await dueMessages(deps.db.orm, now, 20)) {
    if (!(await claimMessage(deps.db, message, now + CLAIM_MS))) continue;
    if (message.bulkId !== null && (await isOvertaken(deps, message))) {
      const overtaken = { lastError: 'overtaken', givenUpAt: now, told: null };
      await markGivenUp(deps.db, message, overtaken);
      continue;
    }
    if (message.expiresAt !== null && message.expiresAt <= now) {
      await giveUp(deps, message, 'late', `"${message.subject}" was not sent in time. ${REACH}`);
      continue;
    }
    try {
      await deps.mail.send({
        to: message.recipient,
        subject: message.subject,
        text: message.body,
      });
      await markSent(deps.db, message, deps.clock.now());
      sent += 1;
    } catch (error) {
      await noteFailure(deps, message, error);
    }
  }
  return sent;
}

/** Whether the delivery changed while a message of a bulk change waited, and its customer knows better. */
async function isOvertaken({ db }: Deps, message: OutboxRow): Promise<boolean> {
  const appointment = await findTold(db.orm, message);
  return appointment !== null && !isStillSo(message, appointment);
}

async function noteFailure(deps: Deps, message: OutboxRow, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const lastError = reason.slice(0, 300);
  if (error instanceof MailRefused) {
    await giveUp(deps, message, lastError, refusalOf(message, error.responseCode), error);
    return;
  }
  const pauseMs = BACKOFF_MS[Math.min(message.attempts, BACKOFF_MS.length - 1)] ?? CLAIM_MS;
  await markFailed(deps.db, message.id, lastError, deps.clock.now() + pauseMs);
  warn(deps, 'a message was not sent', message, error);
}

/** Tries a message no more, and tells staff: once for each address of an appointment. */
async function giveUp(
  deps: Deps,
  message: OutboxRow,
  lastError: string,
  reason: string,
  error?: unknown,
): Promise<void> {
  const { id, appointmentId, recipient } = message;
  const givenUpAt = deps.clock.now();
  const about = hashToken(recipient.toLowerCase()).slice(0, 16);
  const told = addingReviewItem({
    id: deps.ids.next(),
    kind: 'message_refused',
    appointmentId,
    reason,
    dedupeKey: `message:${appointmentId ?? id}:${about}`,
    createdAt: givenUpAt,
  });
  await markGivenUp(deps.db, message, { lastError, givenUpAt, told });
  warn(deps, 'a message was given up', message, error);
}

function warn({ log }: Deps, text: string, { id, attempts }: OutboxRow, error?: unknown): void {
  log.warn(text, {
    messageId: id,
    attempt: attempts + 1,
    ...(error !== undefined && errorFields(error)),
  });
}

/** The appointment beside it shows the whole address; an item outlives what a person has erased. */
function refusalOf({ appointmentId, recipient, subject }: OutboxRow, responseCode: number | null) {
  const whose = appointmentId ? "The customer's address" : shortened(recipient);
  const code = responseCode === null ? '' : ` (${responseCode})`;
  return `${whose} takes no e-mail${code}, so "${subject}" did not arrive. Ask for another one, or call.`;
}

/** "s…@lake.example": enough for staff who know the customers. */
function shortened(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? 'An address' : `${address[0]}…${address.slice(at)}`;
}
