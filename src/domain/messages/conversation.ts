/** The messages between customers and staff about a delivery. */

/** Maximum length of a message from staff. A phone company sends it as up to three texts. */
export const MAX_MESSAGE_LENGTH = 400;
export const MAX_REPLY_TITLE = 60;
/** Maximum number of saved replies. People couldn't find one in a longer list. */
export const MAX_SAVED_REPLIES = 50;

/** How long (ms) after a customer's reply an answer may be texted at any hour. */
const ANSWER_MS = 10 * 60_000;

/**
 * True if staff's answer may be texted at any hour: the customer wrote a moment ago, or the driver is
 * on the way to them.
 */
export function mayAnswerNow(
  { repliedAt, isUnderWay }: { repliedAt: number | null; isUnderWay: boolean },
  now: number,
): boolean {
  return isUnderWay || (repliedAt !== null && now - repliedAt <= ANSWER_MS);
}

/** The state of a message on its way to the customer, with its label. */
export const SENDING_LABELS = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  dropped: 'No longer needed',
  call: 'Call the customer',
} as const;
export type SendingState = keyof typeof SENDING_LABELS;

/** Why we stopped sending a message without an error: the delivery has changed since. */
export const OVERTAKEN = 'overtaken';

/** Returns a message's state from its row in the outbox. */
export function sendingState(row: {
  channel: 'mail' | 'text' | 'call';
  sentAt: number | null;
  givenUpAt: number | null;
  lastError: string | null;
  outcome: 'delivered' | 'failed' | null;
}): SendingState {
  if (row.outcome !== null) return row.outcome;
  if (row.givenUpAt !== null && row.lastError === OVERTAKEN) return 'dropped';
  if (row.channel === 'call') return 'call';
  if (row.givenUpAt !== null) return 'failed';
  return row.sentAt === null ? 'waiting' : 'sent';
}
