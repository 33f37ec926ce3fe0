import type Stripe from 'stripe';
import { missing } from './errors';
import type { FormHash } from './form-encoding';
import type { Kind, Store, StoredKinds } from './store';

/** The API version of the objects and events. */
export const API_VERSION = '2026-10-28.endive';

type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>;
export type EventObject<Type extends Stripe.Event['type']> = EventOf<Type>['data']['object'];

/** The parts that a request may use: the file, the clock, and a function to record events. */
export interface Context {
  store: Store;
  /** The sandbox's clock, in seconds since 1970. */
  now: number;
  /** The sandbox's clock, in milliseconds since 1970. */
  nowMs: number;
  requestId: string;
  idempotencyKey: string | null;
  /** True if the key is publishable, which only allows browser calls. */
  publishable: boolean;
  /** How long after a refund its late outcome arrives, in ms. */
  refundDelayMs: number;
  /** Stores an event and queues its deliveries, in the same write as the change. */
  emit<Type extends Stripe.Event['type']>(
    type: Type,
    object: EventObject<Type>,
    previous?: Partial<EventObject<Type>>,
  ): void;
}

/** A parsed request: path parameters by name, and the decoded form. */
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

/** Creates an ID in Stripe's format, such as `pi_3Q…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

/** Creates the secret that allows a browser to use one intent. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}

/** Finds an object. `param` is the parameter that named it. @throws Stripe's 404 */
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

/** Returns the ID of a field that has an ID, a whole object, or nothing. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}
