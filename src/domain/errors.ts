/** What can go wrong, as a closed set. Each transport translates these once (tRPC: trpc/init.ts). */
export const ERROR_CODES = [
  'invalid_input', // 400: the message says which field and why
  'unauthenticated', // 401
  'second_factor', // 401: the password was right; the details say what else is to be proven
  'payment_failed', // 402
  'forbidden', // 403
  'password_required', // 403: the same call with the caller's current password is accepted
  'prove_phone', // 403: the same call works once the last digits of the appointment's phone were given
  'confirm_identity', // 403: the same call works once the person has proven again who they are
  'not_found', // 404, also for what belongs to another person
  'conflict', // 409: the state does not allow it any more
  'person_changed', // 409: the page shows another person than the one who is signed in
  'changed_meanwhile', // 409: the details say what another call changed since it was read
  'needs_confirmation', // 409: a person is to confirm the total that `details` has
  'slot_taken', // 409: the time slot has no capacity left
  'too_large', // 413
  'rate_limited', // 429
  'unavailable', // 503: an outside service did not answer
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error meant for people: `message` is a sentence that may be shown as it is.
 * `field` names the input it is about; `details` is data a client may act on.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { field?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.details = options.details;
  }
}

/** Error messages that more than one place uses. */
export const MESSAGES = {
  slotTaken: 'Unable to schedule your appointment. Please select a different time.',
  notFound: 'We could not find that appointment.',
  signInFirst: 'Please sign in or create an account to schedule your fuel delivery.',
  notAllowed: 'You are not allowed to do that.',
  afterRetirement:
    'This was recorded after your sign-in was turned off. Nothing was saved. Please call us.',
} as const;
