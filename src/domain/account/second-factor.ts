import type { Role } from '../roles';
import { isOfficeRole, isStaffRole } from '../staff/areas';

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

/**
 * True if the rule requires two-step verification for a role. `admins` includes every role in the
 * office. Customers never need it.
 */
export function needsFactor(rule: FactorRule, role: Role): boolean {
  return (rule === 'staff' && isStaffRole(role)) || (rule === 'admins' && isOfficeRole(role));
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
  needed: 'Please verify it’s you.',
  enrol: 'Your account requires two-step verification. Please set it up now.',
  confirm: 'Please verify it’s you, then try again.',
  wrongPassword: 'That password is incorrect.',
  password: 'Please enter your password.',
  over: 'This sign-in step has expired. Start again.',
  wrongCode: 'That code is incorrect or was already used. Please try the next one.',
  sealedElsewhere:
    'We can’t check your app’s codes right now. Use a recovery code or a passkey, or ask an owner.',
  wrongRecovery: 'That recovery code is incorrect or was already used.',
  code: 'Please enter the 6-digit code.',
  recoveryCode: 'Please enter a recovery code.',
  wrongPasskey: 'We couldn’t accept that passkey. Try again.',
  oneProof: 'Please send one proof: a passkey, a code, or a recovery code.',
  noPasskeys: 'Passkeys don’t work at this web address. Please use an authenticator app.',
  knownPasskey: 'That passkey is already set up.',
  name: 'Please enter a name of up to 60 characters.',
  notFound: 'We couldn’t find that verification method.',
  lastOne: 'Your account requires two-step verification. Add another method first.',
  tooMany: `You already have ${MAX_FACTORS} verification methods. Please remove one first.`,
  noFactor: 'Please set up two-step verification first.',
  notInEmergency: 'Sign in with your own account to do this.',
} as const;

/** Normalizes a recovery code before it's hashed. People may omit dashes or type capitals. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '');
}
