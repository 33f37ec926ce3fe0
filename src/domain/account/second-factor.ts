import type { Role } from '../roles';

/** What a person can prove beside the password: a passkey, or codes of an app (TOTP). */
export const FACTOR_KINDS = ['passkey', 'totp'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** How a second factor can be proven at a sign-in; a recovery code stands in for a lost one. */
export const FACTOR_METHODS = [...FACTOR_KINDS, 'recovery'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** The answer to a sign-in that needs more than the password. */
export type FactorRequest = {
  /** To be sent with the proof. */
  challenge: string;
  /** How it can be proven; empty where a factor is to be set up first. */
  methods: FactorMethod[];
  /** What can be set up. */
  enrol: FactorKind[];
};

/** Whose sign-in needs a second factor. */
export const FACTOR_RULES = ['none', 'admins', 'staff'] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

/** Whether the rule asks people of this role for a second factor. Customers never need one. */
export function needsFactor(rule: FactorRule, role: Role): boolean {
  if (role === 'customer') return false;
  return rule === 'staff' || (rule === 'admins' && role === 'admin');
}

/** How a signed-in person confirms who they are: without a factor, the password. */
export const CONFIRM_METHODS = [...FACTOR_METHODS, 'password'] as const;
export type ConfirmMethod = (typeof CONFIRM_METHODS)[number];
/** For so long after a sign-in or a confirmation no call needs a new one. */
export const CONFIRMED_FOR_MS = 5 * 60_000;

/** Recovery codes that a person gets at once. */
export const RECOVERY_CODE_COUNT = 10;
/** How long a challenge waits for its answer, and how many wrong answers end it. */
export const CHALLENGE_MS = 10 * 60_000;
export const CHALLENGE_TRIES = 5;
/** Factors that one person may have. */
export const MAX_FACTORS = 10;

/** Error messages about second factors, the same in the pages and the server. */
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

/** A recovery code as it is hashed: people may leave out dashes and type capitals. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '');
}
