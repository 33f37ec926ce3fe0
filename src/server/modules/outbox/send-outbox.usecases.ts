import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { MailRefused } from '@/server/ports/mail/port';
import { hashToken } from '../auth/tokens';
import { addingReviewItem } from '../review/review.repository';
import {
  claimMessage,
  dueMessages,
  markFailed,
  markGivenUp,
  markSent,
  type OutboxRow,
} from './outbox.repository';

/** How long a sender may take before another process tries the message. */
const CLAIM_MS = 60_000;
/** The pauses after the first, second, … failure; the last one repeats. */
const BACKOFF_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];

/**
 * Sends the messages that wait in the outbox. A mail server that is down loses none of them; one that
 * the server refuses for good is given up, and staff are told.
 *
 * @returns the number of messages sent
 */
export async function sendOutbox({ deps }: AnyCall): Promise<number> {
  const now = deps.clock.now();
  let sent = 0;
  for (const message of await dueMessages(deps.db.orm, now, 20)) {
    if (!(await claimMessage(deps.db, message, now + CLAIM_MS))) continue;
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

async function noteFailure(deps: Deps, message: OutboxRow, error: unknown): Promise<void> {
  const now = deps.clock.now();
  const reason = error instanceof Error ? error.message : String(error);
  const lastError = reason.slice(0, 300);
  const isForGood = error instanceof MailRefused;
  if (isForGood) {
    const told = telling(deps, message, error.responseCode);
    await markGivenUp(deps.db, message, { lastError, givenUpAt: now, told });
  } else {
    const pauseMs = BACKOFF_MS[Math.min(message.attempts, BACKOFF_MS.length - 1)] ?? CLAIM_MS;
    await markFailed(deps.db, message.id, lastError, now + pauseMs);
  }
  deps.log.warn(isForGood ? 'a message was given up' : 'a message was not sent', {
    message: message.id,
    attempt: message.attempts + 1,
    ...errorFields(error),
  });
}

/** The item for staff: one for each address of an appointment, however many messages go there. */
function telling(deps: Deps, message: OutboxRow, responseCode: number | null) {
  const { id, appointmentId, recipient, subject } = message;
  const about = hashToken(recipient.toLowerCase()).slice(0, 16);
  // The appointment beside it shows the whole address; an item outlives what a person has erased.
  const whose = appointmentId ? "The customer's address" : shortened(recipient);
  const code = responseCode === null ? '' : ` (${responseCode})`;
  return addingReviewItem({
    id: deps.ids.next(),
    kind: 'message_refused',
    appointmentId,
    reason: `${whose} takes no e-mail${code}, so "${subject}" did not arrive. Ask for another one, or call.`,
    dedupeKey: `message:${appointmentId ?? id}:${about}`,
    createdAt: deps.clock.now(),
  });
}

/** "s…@lake.example": enough for staff who know the customers. */
function shortened(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? 'An address' : `${address[0]}…${address.slice(at)}`;
}
