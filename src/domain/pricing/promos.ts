/** The longest promo code (customer section 9). */
export const MAX_PROMO_CODE_LENGTH = 10;
/** Said of a code that is none (customer section 5). */
export const PROMO_CODE_MESSAGE = 'Invalid promo code';
