import { MAX_REPORT_LENGTH } from '@/domain/driver/driver.schema';
import type { ActionStore } from './action-queue';
import { aboutText, isOfStop, type QueuedAction } from './device-action';
import {
  CALL_WITHIN_MS,
  type Client,
  call,
  handOverStop,
  PHOTO_WITHIN_MS,
  resultOf,
} from './send-action';
import type { SendResult } from './send-result';

/** The reason staff read in Needs attention. */
const DEACTIVATED = 'The driver was deactivated before this was sent.';

const DONE: SendResult = { kind: 'done', customerNotified: null };

/**
 * Prepares a deactivated driver's outbox for the handover to staff. Actions that staff already have
 * are removed. Actions the driver hadn't decided about are handed over with the reason for their
 * refusal.
 */
export async function readyToHandOver(outbox: ActionStore): Promise<void> {
  for (const { seq, refusal, isKept, asked } of await outbox.all()) {
    if (asked) await outbox.change(seq, { asked: undefined, handedOverFor: asked.question });
    if (refusal === null) continue;
    if (isKept) await outbox.remove([seq]);
    else await outbox.change(seq, { refusal: null, handedOverFor: refusal });
  }
}

/**
 * Hands a deactivated driver's action over to staff. The server doesn't record or charge anything
 * until staff review it. If the server refuses the action, it's sent as a report instead. Never
 * throws.
 */
export async function handOverAction(client: Client, queued: QueuedAction): Promise<SendResult> {
  const result = await resultOf(async () => {
    await asWhatItIs(client, queued);
    return DONE;
  });
  if (result.kind !== 'refused') return result;
  return resultOf(async () => {
    await asReport(client, queued);
    return DONE;
  });
}

async function asWhatItIs(client: Client, queued: QueuedAction): Promise<void> {
  const { action, handedOverFor = DEACTIVATED } = queued;
  if (isOfStop(action)) return handOverStop(client, { ...queued, action }, handedOverFor);
  switch (action.kind) {
    case 'completePhoto':
    case 'report':
    case 'reportPhoto':
    case 'spill':
      await call(client, queued, false);
      return;
    // These actions don't describe a delivery, so staff don't need them.
    case 'order':
    case 'duty':
    case 'position':
      return;
    default:
      return asReport(client, queued);
  }
}

async function asReport(client: Client, queued: QueuedAction): Promise<void> {
  const { action, actionKey, pressedAt, handedOverFor } = queued;
  const why = handedOverFor === undefined ? '' : `. It wasn’t accepted: ${handedOverFor}`;
  const text = `${aboutText(queued)}${why}`.slice(0, MAX_REPORT_LENGTH);
  await client.driver.reportIssue.mutate(
    { actionKey, text, pressedAt },
    { signal: AbortSignal.timeout(CALL_WITHIN_MS) },
  );
  if (!('photo' in action)) return;
  await client.driver.reportIssuePhoto.mutate(
    { id: actionKey, photo: action.photo },
    { signal: AbortSignal.timeout(PHOTO_WITHIN_MS) },
  );
}
