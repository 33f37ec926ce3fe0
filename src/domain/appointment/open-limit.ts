/**
 * How many deliveries an account, a phone number and a payment card may have open before staff confirm
 * one, so that nobody closes the calendar with a card that is never charged. A delivery that staff
 * booked doesn't count, nor does one whose day is over.
 */
const MOST_OPEN = 6;

/** No person who books by hand reaches a higher limit. */
const HIGHEST_LIMIT = 500;

/**
 * The most open deliveries; null if nothing limits them.
 *
 * @param factor RATE_LIMIT_FACTOR: multiplies the limit, 0 lifts it
 */
export function openLimit(factor: number): number | null {
  const most = Math.ceil(MOST_OPEN * factor);
  return most === 0 || most > HIGHEST_LIMIT ? null : most;
}

const callUs = (phone: string) => `Please call us to book more. Our number is ${phone}.`;

/** The refusal of one more delivery of an account or a phone number. */
export const tooManyOpen = (most: number, phone: string): string =>
  `You can have ${most} deliveries that we haven’t confirmed yet. ${callUs(phone)}`;

/** The refusal of a card that is on that many deliveries already. */
export const tooManyOnCard = (most: number, phone: string): string =>
  `This card is already on ${most} deliveries that we haven’t confirmed yet. You weren’t charged. ${callUs(phone)}`;
