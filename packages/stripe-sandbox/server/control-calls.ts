import { AUTHENTICATE_PATH, checkClientSecret } from './client-secret';
import { type Context, find, idOf } from './context';
import { DISPUTE_MOVES, moveDispute, openDispute } from './dispute-moves';
import { refused } from './errors';
import { eventFaults, queueDelivery } from './events';
import { addFault, clearFaults, type FaultRule, listFaults, parseFault } from './faults';
import { forgetKeys } from './idempotency';
import { ledgerOf } from './ledger';
import { completePaymentAuthentication } from './payment-confirmation';
import { renewCard } from './payment-methods';
import { completeSetupAuthentication } from './setup-confirmation';

type Body = Record<string, unknown>;
const text = (body: Body, name: string) =>
  typeof body[name] === 'string' ? body[name] : undefined;
const number = (body: Body, name: string) =>
  typeof body[name] === 'number' ? body[name] : undefined;

/** Records the result of the customer's authentication. Requires the intent's client secret. */
function authenticate(context: Context, body: Body): object {
  const outcome = text(body, 'outcome');
  if (outcome !== 'complete' && outcome !== 'fail')
    throw refused("outcome must be 'complete' or 'fail'", { param: 'outcome' });
  const id = text(body, 'intent') ?? '';
  const payment = context.store.get('payment_intent', id);
  if (payment) {
    checkClientSecret('PaymentIntent', payment.client_secret, text(body, 'client_secret'));
    return completePaymentAuthentication(context, payment, outcome === 'complete');
  }
  const setup = context.store.get('setup_intent', id);
  checkClientSecret('SetupIntent', setup?.client_secret, text(body, 'client_secret'));
  if (!setup) throw refused('No such intent', { param: 'intent' });
  return completeSetupAuthentication(context, setup, outcome === 'complete');
}

function addFaultRule(context: Context, body: Body): object {
  const match = (typeof body.match === 'object' && body.match !== null ? body.match : body) as Body;
  const fault = text(body, 'fault') ?? '';
  if (!parseFault(fault)) throw refused(`Unknown fault: ${fault}`, { param: 'fault' });
  const rule: FaultRule = {
    method: text(match, 'method'),
    path: text(match, 'path'),
    fault,
    count: number(body, 'count'),
    probability: number(body, 'probability'),
    seed: number(body, 'seed'),
  };
  return { id: addFault(context.store, rule) };
}

/**
 * Sets `{drop, double, shuffleMs, seed}` for the deliveries of all later events. `{}` turns the
 * faults off.
 */
function setEventFaults(context: Context, body: Body): object {
  const faults = {
    drop: number(body, 'drop') ?? 0,
    double: number(body, 'double') ?? 0,
    shuffleMs: number(body, 'shuffleMs') ?? 0,
    seed: number(body, 'seed') ?? 1,
  };
  context.store.setSetting('event_faults', JSON.stringify(faults));
  return faults;
}

/** Sends an event to all of its targets again, `times` times. */
function redeliver(context: Context, body: Body): object {
  const event = text(body, 'event') ?? '';
  const times = number(body, 'times') ?? 1;
  const targets = context.store.db
    .query<{ target: string }, [string]>('SELECT DISTINCT target FROM deliveries WHERE event = ?')
    .all(event);
  for (let time = 0; time < times; time += 1)
    for (const { target } of targets) queueDelivery(context.store, event, target, context.nowMs);
  return { queued: targets.length * times };
}

/**
 * `{offsetMs}` sets how far the sandbox's clock is ahead of the real one, and `{advanceMs}` adds to
 * it.
 */
function setClock(context: Context, body: Body): object {
  const before = Number(context.store.setting('clock_offset') ?? '0');
  const offsetMs = number(body, 'offsetMs') ?? before + (number(body, 'advanceMs') ?? 0);
  context.store.setSetting('clock_offset', String(offsetMs));
  return { offsetMs, now: context.nowMs - before + offsetMs };
}

function deliveries(context: Context): object {
  const rows = context.store.db
    .query<{ state: string; n: number }, []>(
      'SELECT state, count(*) AS n FROM deliveries GROUP BY state',
    )
    .all();
  return Object.fromEntries([
    ['pending', 0],
    ['delivered', 0],
    ['failed', 0],
    ...rows.map((row) => [row.state, row.n] as const),
  ]);
}

/** Opens a dispute on a PaymentIntent's payment, as a cardholder would at their bank. */
function dispute(context: Context, body: Body): object {
  const intent = find(context, 'payment_intent', text(body, 'payment_intent') ?? '');
  return openDispute(context, idOf(intent.latest_charge) ?? '', {
    reason: text(body, 'reason') ?? 'fraudulent',
    inquiry: body.inquiry === true,
    amount: number(body, 'amount'),
    dueBy: number(body, 'due_by'),
  });
}

/** Renews a saved card, as its bank would. */
function renew(context: Context, body: Body): object {
  const expMonth = number(body, 'exp_month');
  const expYear = number(body, 'exp_year');
  if (expMonth === undefined || expYear === undefined)
    throw refused('exp_month and exp_year are required', { param: 'exp_month' });
  return renewCard(context, text(body, 'payment_method') ?? '', {
    number: text(body, 'number'),
    exp_month: expMonth,
    exp_year: expYear,
  });
}

/** Changes a dispute's state, as the bank would. */
function decideDispute(context: Context, body: Body): object {
  const move = DISPUTE_MOVES.find((name) => name === text(body, 'outcome'));
  if (!move)
    throw refused(`outcome must be one of ${DISPUTE_MOVES.join(', ')}`, { param: 'outcome' });
  return moveDispute(context, text(body, 'dispute') ?? '', move);
}

const ACTIONS: Record<string, (context: Context, body: Body) => object> = {
  [`POST ${AUTHENTICATE_PATH}`]: authenticate,
  'GET /_sandbox/faults': (context) => ({
    faults: listFaults(context.store),
    events: eventFaults(context.store),
  }),
  'POST /_sandbox/faults': addFaultRule,
  'DELETE /_sandbox/faults': (context) => {
    clearFaults(context.store);
    setEventFaults(context, {});
    return { cleared: true };
  },
  'POST /_sandbox/renew-card': renew,
  'POST /_sandbox/disputes': dispute,
  'POST /_sandbox/disputes/decide': decideDispute,
  'POST /_sandbox/events': setEventFaults,
  'POST /_sandbox/redeliver': redeliver,
  'POST /_sandbox/purge-keys': (context) => ({ purged: forgetKeys(context.store) }),
  'POST /_sandbox/clock': setClock,
  'GET /_sandbox/deliveries': deliveries,
  'GET /_sandbox/ledger': (context) => ledgerOf(context.store),
};

/** Returns the handler of one of the sandbox's own calls. Null if there's no such call. */
export function findControlCall(
  method: string,
  path: string,
): ((context: Context, body: Body) => object) | null {
  return ACTIONS[`${method} ${path}`] ?? null;
}
