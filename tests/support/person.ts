/** A person whose data differs from any text that a program prints. */
export const PERSON = {
  username: 'zebulonq',
  name: 'Zebulon Quartermaine',
  email: 'zebulon.q@quartermaine.example',
  phone: '(269) 555-8431',
  address: '58112 Quillwort Landing',
  password: 'quagga-underfoot',
  hash: '$argon2id$v=19$m=19456,t=2,p=1$cXVhZ2dh$dW5kZXJmb290',
  token: 'dk_Xyzzyquagga0123456789abcdefghijklmnopqrstuv',
} as const;

/** All of the person's data in one sentence, as an error message may quote it. */
export const PERSON_TEXT = `${Object.values(PERSON).join(', ')} (already exists)`;

/**
 * Texts that no log line may contain: each value, and the words and numbers that identify the
 * person.
 */
const TELLS_THE_PERSON = [
  ...Object.values(PERSON),
  ...['zebulon', 'quartermaine', '8431', '58112', 'quillwort', 'quagga', 'underfoot', 'xyzzy'],
  ...['argon2id', 'cXVhZ2dh'],
];

/** Matches random IDs and hashes, which may contain any digits. */
const RANDOM = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/g;

/** Returns the personal data in a text, with the text around it. */
export function toldIn(printed: string): string[] {
  const text = printed.toLowerCase().replace(RANDOM, '(random)');
  return TELLS_THE_PERSON.flatMap((datum) => {
    const at = text.indexOf(datum.toLowerCase());
    return at < 0 ? [] : [`${datum}: ${text.slice(Math.max(0, at - 200), at + 100)}`];
  });
}
