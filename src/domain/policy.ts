/**
 * Durations that the business chooses, each defined once. A limit that belongs to one rule is next
 * to that rule, and limits on attempts are in `limits.ts`.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The number of days after which an unused session ends. An operator can only lower it
 * (KEEP_SESSIONS_DAYS).
 */
export const SESSION_IDLE_DAYS = 10;
/** Each use of a session extends it by this long. */
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;
/** A session ends after this long, even if it's in use. */
export const SESSION_MAX_MS = 90 * DAY_MS;
/** An emergency session is short and isn't extended. */
export const EMERGENCY_SESSION_MS = 30 * MINUTE_MS;
/** If an account hasn't signed in on a device for this long, the device is unknown again. */
export const KNOWN_DEVICE_MS = 400 * DAY_MS;
/** How long a browser keeps a guest's keys. Guests don't need a delivery's page for longer. */
export const GUEST_KEYS_MS = 60 * DAY_MS;
/** A browser that gave the last digits of the phone number isn't asked again for this long. */
export const PHONE_PROOF_MS = 15 * MINUTE_MS;

/** An order form's draft is deleted after this long. */
export const DRAFT_KEPT_MS = DAY_MS;
/** How long an expired hold is kept, in case its customer returns. */
export const EXPIRED_HOLD_KEPT_MS = DAY_MS;

/** How long a bulk change's messages are delayed, so it can be undone before anyone is notified. */
export const UNDO_BULK_MS = 10 * MINUTE_MS;
/** Bulk changes are deleted after this long. The audit log still has them. */
export const BULK_CHANGES_KEPT_MS = 30 * DAY_MS;

/** Pause before we look again at a charge that Stripe hasn't decided or answered yet. */
export const CHARGE_RETRY_MS = 10 * SECOND_MS;
/** Pause after Stripe refused the request. A charge settles within a minute of a new API key. */
export const REFUSED_CHARGE_RETRY_MS = 30 * SECOND_MS;
/** How long a worker has a charge to itself. */
export const CHARGE_CLAIM_MS = 10 * SECOND_MS;
/**
 * How long a worker repeats an attempt with the same idempotency key. It's longer than any request
 * lasts. After that, it uses a new key, because Stripe repeats a recorded failure under the old
 * key.
 */
export const CHARGE_ATTEMPT_MS = MINUTE_MS;
/** How long Stripe may owe an answer before staff are asked to act. */
export const STUCK_CHARGE_MS = 10 * MINUTE_MS;
/** How long a card request may still reach Stripe if it was in progress when cash was recorded. */
export const CASH_WATCH_MS = 2 * MINUTE_MS;
/** How long a driver at the dock waits for Stripe's answer. */
export const DRIVER_WAITS_FOR_STRIPE_MS = 2_500;
