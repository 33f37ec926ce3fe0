import type { Role } from '../roles';

/** The methods of two-step verification: a passkey, or codes from an authenticator app (TOTP). */
export const FACTOR_KINDS = ['passkey', 'totp'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** The ways to complete the second step of a sign-in. A recovery code replaces a lost method. */
export const FACTOR_METHODS = [...FACTOR_KINDS, 'recovery'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** The response to a sign-in that needs more than the password. */
export type FactorRequest = {
  /** Must be sent back with the proof. */
  challenge: string;
  /** The methods that work. Empty if the person must first set one up. */
  methods: FactorMethod[];
  /** The methods that can be set up. */
  enrol: FactorKind[];
};

/** The people who must use two-step verification. */
export const FACTOR_RULES = ['none', 'admins', 'staff'] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

/** True if the rule requires two-step verification for a role. Customers never need it. */
export function needsFactor(rule: FactorRule, role: Role): boolean {
  if (role === 'customer') return false;
  return rule === 'staff' || (rule === 'admins' && role === 'admin');
}

/** The ways to confirm an identity. Without two-step verification, it's the password. */
export const CONFIRM_METHODS = [...FACTOR_METHODS, 'password'] as const;
export type ConfirmMethod = (typeof CONFIRM_METHODS)[number];
/** How long a sign-in or a confirmation is valid for dangerous actions. */
export const CONFIRMED_FOR_MS = 5 * 60_000;

/** Number of recovery codes in a new set. */
export const RECOVERY_CODE_COUNT = 10;
/** How long a challenge stays open, and the number of wrong answers that end it. */
export const CHALLENGE_MS = 10 * 60_000;
export const CHALLENGE_TRIES = 5;
/** Maximum number of verification methods per person. */
export const MAX_FACTORS = 10;

/** Messages about two-step verification, shared by the pages and the server. */
export const FACTOR_MESSAGES = {
  needed: 'Please confirm that it is you.',
  enrol: 'Your account needs a second factor. Please set one up now.',
  confirm: 'Please confirm that it is you, then try again.',
  wrongPassword: 'That password is not right.',
  password: 'Please enter your password.',
  over: 'This sign-in step has expired. Start again.',
  wrongCode: 'That code is not right, or it was used already. Please try the next one.',
  sealedElsewhere:
    'We can’t check the codes of your app right now. Use a recovery code or a passkey, or ask an administrator.',
  wrongRecovery: 'That recovery code is not right, or it was used already.',
  code: 'Please enter the 6 digits of the code.',
  recoveryCode: 'Please enter a recovery code.',
  wrongPasskey: 'That passkey was not accepted. Please try again.',
  oneProof: 'Please send one proof: a passkey, a code or a recovery code.',
  noPasskeys: 'Passkeys need an address with a name, not a number. Please use an app.',
  knownPasskey: 'That passkey is set up already.',
  name: 'Please enter a name of up to 60 characters.',
  notFound: 'We could not find that second factor.',
  lastOne: 'Your account needs a second factor. Please add another one first.',
  tooMany: `You have ${MAX_FACTORS} second factors already. Please remove one first.`,
  noFactor: 'Please set up a second factor first.',
  notInEmergency: 'Please sign in with your own account for this.',
} as const;

/** Normalizes a recovery code before it's hashed. People may omit dashes or type capitals. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '');
}
