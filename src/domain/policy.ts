/**
 * Durations that are the business's choice, each in one place. Rules with limits of their own keep
 * them next to the rule, and limits on attempts are in `limits.ts`.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Days until an unused session ends. An operator can only lower it (KEEP_SESSIONS_DAYS). */
export const SESSION_IDLE_DAYS = 10;
/** A session in use is extended by this much. */
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;
/** A session ends after this much, even in use. */
export const SESSION_MAX_MS = 90 * DAY_MS;
/** An emergency session is short and isn't extended. */
export const EMERGENCY_SESSION_MS = 30 * MINUTE_MS;
/** A device is unknown again if its account hasn't signed in there for this long. */
export const KNOWN_DEVICE_MS = 400 * DAY_MS;
/** How long a browser keeps a guest's keys, which is as long as a delivery can matter. */
export const GUEST_KEYS_MS = 60 * DAY_MS;
/** How long a browser isn't asked for the phone digits again. */
export const PHONE_PROOF_MS = 15 * MINUTE_MS;

/** An order form's draft is deleted after this long. */
export const DRAFT_KEPT_MS = DAY_MS;
/** How long an expired hold is kept, in case its customer returns. */
export const EXPIRED_HOLD_KEPT_MS = DAY_MS;

/** How long a bulk change's messages are delayed, so it can be undone before anyone is notified. */
export const UNDO_BULK_MS = 10 * MINUTE_MS;
/** Bulk changes are deleted after this long. The activity log still has them. */
export const BULK_CHANGES_KEPT_MS = 30 * DAY_MS;

/** Pause before we look again at a charge that Stripe hasn't decided or answered yet. */
export const CHARGE_RETRY_MS = 10 * SECOND_MS;
/** Pause after Stripe refused the request. A charge settles within a minute of a new API key. */
export const REFUSED_CHARGE_RETRY_MS = 30 * SECOND_MS;
/** How long a worker has a charge to itself. */
export const CHARGE_CLAIM_MS = 10 * SECOND_MS;
/**
 * How long a worker repeats an attempt under the same idempotency key, which is longer than any
 * request lasts. A new key then gets past a failure that Stripe recorded under the old one.
 */
export const CHARGE_ATTEMPT_MS = MINUTE_MS;
/** How long Stripe may owe an answer before staff are asked to act. */
export const STUCK_CHARGE_MS = 10 * MINUTE_MS;
/** How long a card request that was in progress when cash was recorded may still reach Stripe. */
export const CASH_WATCH_MS = 2 * MINUTE_MS;
/** How long a driver at the dock waits for Stripe's answer. */
export const DRIVER_WAITS_FOR_STRIPE_MS = 2_500;
