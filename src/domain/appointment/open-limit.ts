/**
 * Maximum number of open deliveries per account, phone number, or payment card before staff confirm
 * one. Without it, someone could fill the calendar with a card that's never charged. Deliveries
 * booked by staff or on past days don't count.
 */
const MOST_OPEN = 6;

/** The highest limit that we enforce. Nobody who books by hand reaches it. */
const HIGHEST_LIMIT = 500;

/**
 * Returns the maximum number of open deliveries, or null for no limit.
 *
 * @param factor RATE_LIMIT_FACTOR: multiplies the limit, and 0 turns it off
 */
export function openLimit(factor: number): number | null {
  const most = Math.ceil(MOST_OPEN * factor);
  return most === 0 || most > HIGHEST_LIMIT ? null : most;
}

const callUs = (phone: string) => `Please call us to book more. Our number is ${phone}.`;

/** The error message for an account or a phone number with too many open deliveries. */
export const tooManyOpen = (most: number, phone: string): string =>
  `You can have up to ${most} deliveries that we haven’t confirmed yet. ${callUs(phone)}`;

/** The error message for a card with too many open deliveries. */
export const tooManyOnCard = (most: number, phone: string): string =>
  `This card is already on ${most} deliveries that we haven’t confirmed yet. You weren’t charged. ${callUs(phone)}`;
