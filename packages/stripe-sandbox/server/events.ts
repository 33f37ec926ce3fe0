import type Stripe from 'stripe';
import { API_VERSION, type Call, type Context, type EventObject, newId } from './context';
import { badParameter } from './errors';
import { listPage, PAGE } from './lists';
import { readParams } from './params';
import { seededFraction } from './seeded-random';
import type { Store } from './store';

/** The faults of deliveries: shares from 0 to 1, and the longest random delay in ms. */
export interface EventFaults {
  drop: number;
  double: number;
  shuffleMs: number;
  seed: number;
}

const NO_FAULTS: EventFaults = { drop: 0, double: 0, shuffleMs: 0, seed: 1 };

/** Returns the faults for event deliveries. There are none by default. */
export function eventFaults(store: Store): EventFaults {
  const stored = store.setting('event_faults');
  return stored ? { ...NO_FAULTS, ...(JSON.parse(stored) as Partial<EventFaults>) } : NO_FAULTS;
}

/**
 * Stores an event and its deliveries. `configured` is the number of webhook addresses in the
 * process's options.
 */
export function recordEvent<Type extends Stripe.Event['type']>(
  context: Omit<Context, 'emit'>,
  configured: number,
  type: Type,
  object: EventObject<Type>,
  previous: Partial<EventObject<Type>> | undefined,
): void {
  const { store } = context;
  const targets = Array.from({ length: configured }, (_, index) => `configured:${index}`);
  const faults = eventFaults(store);
  // TypeScript can't construct a member of this union from its parts, but `emit` ensures that type
  // and object match.
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: context.now,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: targets.length,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
    type,
  } as unknown as Stripe.Event;
  store.insert('event', event, { parent: type });
  for (const target of targets) {
    const roll = (salt: string) => seededFraction(`${faults.seed}:${salt}:${deliveryCount(store)}`);
    if (faults.drop > 0 && roll('drop') < faults.drop) continue;
    const copies = faults.double > 0 && roll('double') < faults.double ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delay = faults.shuffleMs > 0 ? Math.floor(roll('shuffle') * faults.shuffleMs) : 0;
      queueDelivery(store, event.id, target, context.nowMs + delay);
    }
  }
}

/**
 * The number of deliveries so far. It's part of each random draw, so that a seed gives the same
 * sequence in every run.
 */
function deliveryCount(store: Store): number {
  const next = Number(store.setting('event_rolls') ?? '0') + 1;
  store.setSetting('event_rolls', String(next));
  return next;
}

/** Queues an event's delivery to a target for a time (ms). */
export function queueDelivery(store: Store, event: string, target: string, dueMs: number): void {
  store.db
    .query('INSERT INTO deliveries (event, target, due) VALUES (?, ?, ?)')
    .run(event, target, dueMs);
}

/** Adds the number of currently pending deliveries to an event. */
function withPending(context: Context, event: Stripe.Event): Stripe.Event {
  const row = context.store.db
    .query<{ n: number }, [string]>(
      "SELECT count(*) AS n FROM deliveries WHERE event = ? AND state = 'pending'",
    )
    .get(event.id);
  return { ...event, pending_webhooks: row?.n ?? 0 };
}

/**
 * `GET /v1/events`, newest first. @throws 400 for both `type` and `types`, and for more than 20
 * types
 */
export function listEvents({ context, form }: Call) {
  const input = readParams(form, { ...PAGE, type: 'string', types: 'strings', created: 'range' });
  if (input.type && input.types)
    throw badParameter('You may only specify one of these parameters: type, types.', 'type');
  if (input.types && input.types.length > 20)
    throw badParameter('You may specify up to 20 types.', 'types');
  const family = input.type?.endsWith('*') ? input.type.slice(0, -1) : undefined;
  const answer = listPage(context, 'event', '/v1/events', input, {
    parent: family === undefined ? input.type : undefined,
    parentPrefix: family,
    parents: input.types,
    created: input.created,
  });
  return { ...answer, data: answer.data.map((event) => withPending(context, event)) };
}
