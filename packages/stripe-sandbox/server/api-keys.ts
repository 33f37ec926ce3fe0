import { unauthorized } from './errors';
import type { FormHash } from './form-encoding';

/** Fields that Stripe.js adds to every browser call. */
const BROWSER_EXTRAS = [
  'key',
  '_stripe_version',
  'payment_user_agent',
  'referrer',
  'guid',
  'muid',
  'sid',
  'time_on_page',
  'pasted_fields',
  'client_attribution_metadata',
];

function keyOf(headers: Headers, form: FormHash): string | undefined {
  const header = headers.get('authorization') ?? '';
  const bearer = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
  if (bearer) return bearer;
  const basic = /^Basic\s+(\S+)$/i.exec(header)?.[1];
  if (basic) return atob(basic).split(':')[0];
  return typeof form.key === 'string' ? form.key : undefined;
}

/**
 * Returns whether the key is publishable, and removes Stripe.js's own fields from the form. Any
 * test key is accepted. @throws Stripe's 401 for a missing, malformed, or live key
 */
export function readKey(headers: Headers, form: FormHash): { publishable: boolean } {
  const key = keyOf(headers, form);
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    );
  }
  const shown = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(16, key.length - 12)))}${key.slice(-4)}`;
  if (/^(sk|rk)_test_\w/.test(key)) return { publishable: false };
  if (!/^pk_test_\w/.test(key)) throw unauthorized(`Invalid API Key provided: ${shown}`);
  for (const name of BROWSER_EXTRAS) delete form[name];
  return { publishable: true };
}

/** The 401 for a publishable key if the call requires a secret key. */
export function secretKeyRequired() {
  return unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  );
}

/** An intent's fields that a browser may see. None of them identifies the customer. */
const PUBLIC_FIELDS: Record<string, string[]> = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'status',
    'usage',
  ],
};

/** Removes the fields that a publishable key may not see, including those inside an error. */
export function publicView(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  const fields =
    'object' in answer && typeof answer.object === 'string'
      ? PUBLIC_FIELDS[answer.object]
      : undefined;
  const entries = Object.entries(answer).filter(([name]) => !fields || fields.includes(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, publicView(value)]));
}
