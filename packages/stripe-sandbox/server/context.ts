import type Stripe from 'stripe';
import { missing } from './errors';
import type { FormHash } from './form-encoding';
import type { Kind, Store, StoredKinds } from './store';

/** The API version the objects are shaped for; also what events carry. */
export const API_VERSION = '2026-10-28.endive';

type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>;
export type EventObject<Type extends Stripe.Event['type']> = EventOf<Type>['data']['object'];

/** What one request may use: the file, the clock, and a way to record events. */
export interface Context {
  store: Store;
  /** Seconds since 1970 on the sandbox's clock. */
  now: number;
  /** The same instant in milliseconds. */
  nowMs: number;
  requestId: string;
  idempotencyKey: string | null;
  /** True when called with a publishable key: only what a browser may do. */
  publishable: boolean;
  /** How long after a refund its late outcome arrives, milliseconds. */
  refundDelayMs: number;
  /** Stores an event and queues its deliveries, in the same write as the change it tells of. */
  emit<Type extends Stripe.Event['type']>(
    type: Type,
    object: EventObject<Type>,
    previous?: Partial<EventObject<Type>>,
  ): void;
}

/** One request, read: path parameters by name, and the decoded form. */
export interface Call {
  context: Context;
  path: Record<string, string>;
  form: FormHash;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(length: number): string {
  let text = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(length)))
    text += ALPHABET[byte % ALPHABET.length];
  return text;
}

/** A new id in Stripe's form, such as `pi_3Q…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

/** The secret that lets one browser act on one intent. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}

/** The object, or Stripe's 404. `param` is the parameter that named it. */
export function find<K extends Kind>(
  context: Context,
  kind: K,
  id: string,
  param?: string,
): StoredKinds[K] {
  const object = context.store.get(kind, id);
  if (!object)
    throw missing(
      kind === 'payment_method' ? 'PaymentMethod' : kind,
      id,
      param ?? (kind === 'payment_intent' || kind === 'setup_intent' ? 'intent' : 'id'),
    );
  return object;
}

/** The id of a field that may hold an id, a whole object or nothing. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}
