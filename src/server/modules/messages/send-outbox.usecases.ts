import type { AnyCall } from '@/server/config/call';
import { errorFields } from '@/server/config/log';
import { claimMessage, dueMessages, markFailed, markSent } from './outbox.repository';

/** How long a sender may take before another process tries the message. */
const CLAIM_MS = 60_000;
/** The pauses after the first, second, … failure; the last one repeats. */
const BACKOFF_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];

/**
 * Sends the messages that wait in the outbox. A mail server that is down loses none of them.
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
      const pauseMs = BACKOFF_MS[Math.min(message.attempts, BACKOFF_MS.length - 1)] ?? CLAIM_MS;
      const reason = error instanceof Error ? error.message : String(error);
      await markFailed(deps.db, message.id, reason.slice(0, 300), deps.clock.now() + pauseMs);
      deps.log.warn('a message was not sent', {
        message: message.id,
        attempt: message.attempts + 1,
        ...errorFields(error),
      });
    }
  }
  return sent;
}
