import type { Deps } from '@/server/deps';
import {
  claimMessage,
  dueMessages,
  markFailed,
  markSent,
} from '@/server/modules/messages/outbox.repository';

/** How long a sender may take before the message is tried by another. */
const CLAIM_MS = 60_000;
/** Pauses after the first, second, … failure; the last one repeats. */
const BACKOFF_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];

/** Sends what waits in the outbox; a mail server that is down loses nothing. Returns how many went. */
export async function sendOutbox({ deps }: { deps: Deps }): Promise<number> {
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
      const pause = BACKOFF_MS[Math.min(message.attempts, BACKOFF_MS.length - 1)] ?? CLAIM_MS;
      const reason = error instanceof Error ? error.message : String(error);
      await markFailed(deps.db, message.id, reason.slice(0, 300), deps.clock.now() + pause);
      deps.log.warn('a message was not sent', {
        message: message.id,
        attempt: message.attempts + 1,
      });
    }
  }
  return sent;
}
