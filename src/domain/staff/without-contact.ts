/** Anything around an @, even with spaces: people also write "sam @ lake.example". */
const EMAIL = /\S+\s*[@＠]\s*\S+/gu;
/** At least seven digits of any script, with what people write between the digits of a number. */
const PHONE = /\+?\(?\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){6,}/gu;

/** The text that replaces a contact detail. */
export const LEFT_OUT = '(left out)';

/**
 * Returns a text without email addresses and phone numbers, which people also type into names and
 * directions. For readers who may not see contact details.
 */
export function withoutContact(text: string): string {
  return text.replace(EMAIL, LEFT_OUT).replace(PHONE, LEFT_OUT);
}
