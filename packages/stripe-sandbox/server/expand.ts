import type Stripe from 'stripe';
import { balanceTransactionOf } from './charges';
import type { Context } from './context';
import { badParameter } from './errors';
import type { FormHash } from './form-encoding';
import type { Kind } from './store';

/** Each object's fields that contain another object's ID. */
const EXPANDABLE: Record<string, Record<string, Kind>> = {
  payment_intent: {
    customer: 'customer',
    payment_method: 'payment_method',
    latest_charge: 'charge',
  },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
  payment_method: { customer: 'customer' },
  charge: { customer: 'customer', payment_intent: 'payment_intent' },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  customer: {},
};

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function expandPath(context: Context, target: unknown, steps: string[], whole: string): void {
  const [step, ...rest] = steps;
  if (step === undefined || target === null) return;
  if (Array.isArray(target)) {
    for (const item of target) expandPath(context, item, steps, whole);
    return;
  }
  if (!isPlain(target)) return;
  if (step === 'data' && target.object === 'list') {
    expandPath(context, target.data, rest, whole);
    return;
  }
  const refuse = () => badParameter(`This property cannot be expanded (${whole}).`, 'expand[0]');
  if (
    step === 'invoice_settings' &&
    target.object === 'customer' &&
    rest[0] === 'default_payment_method'
  ) {
    const settings = target.invoice_settings;
    if (isPlain(settings) && typeof settings.default_payment_method === 'string')
      settings.default_payment_method =
        context.store.get('payment_method', settings.default_payment_method) ?? null;
    return;
  }
  if (step === 'refunds' && target.object === 'charge') {
    const refunds = context.store.list('refund', {
      parent: String(target.payment_intent),
      limit: 100,
    });
    target.refunds = {
      object: 'list',
      data: refunds.data,
      has_more: refunds.hasMore,
      url: `/v1/charges/${String(target.id)}/refunds`,
    };
    return;
  }
  if (step === 'balance_transaction' && target.object === 'charge') {
    const charge = target as unknown as Stripe.Charge;
    if (typeof charge.balance_transaction === 'string')
      charge.balance_transaction = balanceTransactionOf(charge);
    return;
  }
  const kind = EXPANDABLE[String(target.object)]?.[step];
  if (!kind) throw refuse();
  const held = target[step];
  if (typeof held === 'string')
    target[step] = context.store.get(kind, held) ?? { id: held, object: kind, deleted: true };
  expandPath(context, target[step], rest, whole);
}

/** Removes `expand` from a form. Every endpoint accepts it. */
export function takeExpand(form: FormHash): string[] {
  const paths = form.expand;
  delete form.expand;
  if (paths === undefined) return [];
  if (!Array.isArray(paths) || paths.some((path) => typeof path !== 'string'))
    throw badParameter('Invalid array', 'expand');
  return paths.map(String);
}

/** Copies the answer and replaces the IDs at `paths` with their objects. */
export function expand(context: Context, answer: object, paths: string[]): object {
  if (paths.length === 0) return answer;
  const copy: unknown = structuredClone(answer);
  for (const path of paths) {
    if (path.split('.').length > 4)
      throw badParameter('You cannot expand more than 4 levels of a property.', 'expand[0]');
    expandPath(context, copy, path.split('.'), path);
  }
  return copy as object;
}
