/**
 * The procedures that a page may call although its page owner isn't the signed-in user. Every other
 * procedure refuses that page.
 */

const TELLS_WHO = 'A page uses it to find out who is signed in now.';
const FOR_EVERYONE = 'Its answer is the same for everyone.';
const NAMES_THE_ENTRY = 'Its token names the entry of the waiting list, whoever opens it.';
const NAMES_THE_PERSON = 'Its input says who wants to sign in.';

export const ANY_PAGE: Record<string, string> = {
  'auth.me': TELLS_WHO,
  'auth.adminStatus': TELLS_WHO,
  'auth.register': NAMES_THE_PERSON,
  'auth.login': NAMES_THE_PERSON,
  'auth.adminLogin': NAMES_THE_PERSON,
  'auth.secondFactor': NAMES_THE_PERSON,
  'auth.passkeyQuestion': NAMES_THE_PERSON,
  'auth.emergencyLogin': NAMES_THE_PERSON,
  'auth.emergencyAccess': FOR_EVERYONE,
  'auth.proveEmail': "Its token names the account, and it doesn't give access.",
  'booking.manage': 'Its token names the delivery, whoever opens it.',
  'waiting.open': NAMES_THE_ENTRY,
  'waiting.confirm': NAMES_THE_ENTRY,
  'waiting.take': NAMES_THE_ENTRY,
  'waiting.decline': NAMES_THE_ENTRY,
  'waiting.leave': NAMES_THE_ENTRY,
  'waiting.stay': NAMES_THE_ENTRY,
  'slots.window': FOR_EVERYONE,
  'slots.reopening': FOR_EVERYONE,
  'slots.open': FOR_EVERYONE,
  'places.search': FOR_EVERYONE,
  'places.near': FOR_EVERYONE,
  'places.map': FOR_EVERYONE,
  'places.area': FOR_EVERYONE,
  'pricing.current': FOR_EVERYONE,
  'support.info': FOR_EVERYONE,
  'support.company': FOR_EVERYONE,
  'support.legalText': FOR_EVERYONE,
  'weather.forecast': FOR_EVERYONE,
};
