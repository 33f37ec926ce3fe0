/** The longest promo code. */
export const MAX_PROMO_CODE_LENGTH = 10;
/** For how many days a test code works unless staff choose otherwise, and at most. */
export const TEST_CODE_DAYS = 7;
export const MAX_TEST_CODE_DAYS = 30;
/** Said of a code that is none. */
export const PROMO_CODE_MESSAGE = 'Invalid promo code';
