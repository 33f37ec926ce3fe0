/**
 * Every kind of failure, as a closed set. Each transport translates these in one place (tRPC:
 * trpc/init.ts).
 */
export const ERROR_CODES = [
  'invalid_input', // 400: the message names the field and the problem
  'unauthenticated', // 401
  'second_factor', // 401: the password was correct, and `details` names the next step
  'payment_failed', // 402
  'forbidden', // 403
  'password_required', // 403: accepted if sent again with the caller's current password
  'prove_phone', // 403: accepted after the last 4 digits of the phone number
  'confirm_identity', // 403: accepted after the person verifies their identity again
  'not_found', // 404: also for a record that belongs to someone else
  'conflict', // 409: the current state no longer allows it
  'person_changed', // 409: the page was rendered for a different person than the one signed in
  'changed_meanwhile', // 409: `details` lists the fields that another call changed
  'needs_confirmation', // 409: a person must confirm the total in `details`
  'slot_taken', // 409: the time window is full
  'too_large', // 413
  'rate_limited', // 429
  'unavailable', // 503: an outside service didn't answer
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error meant for people. `message` is a sentence that can be shown to them. `field` names the
 * input at fault, and `details` is data that a client can act on.
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

/** Error messages used in more than one place. */
export const MESSAGES = {
  slotTaken: 'Unable to schedule your appointment. Please select a different time.',
  notFound: 'We couldn’t find that appointment.',
  signInFirst: 'Please sign in or create an account to schedule your fuel delivery.',
  notAllowed: 'You don’t have permission to do that.',
  afterRetirement:
    'This was recorded after your account was deactivated. Nothing was saved. Please call us.',
} as const;
