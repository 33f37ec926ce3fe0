/** Maximum length of a promo code. */
export const MAX_PROMO_CODE_LENGTH = 10;
/** How many days a test code works by default, and at most. */
export const TEST_CODE_DAYS = 7;
export const MAX_TEST_CODE_DAYS = 30;
/** The message for an invalid code. */
export const PROMO_CODE_MESSAGE = 'Invalid promo code';
