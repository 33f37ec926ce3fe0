import { limitsText, type OrderLimits } from '@/domain/order/order-limits';

/** States the limits of an order that the owner lowered, if there are any. */
export function LimitsHint({ limits }: { limits: OrderLimits | undefined }) {
  const text = limits && limitsText(limits);
  return text ? <p className="tabular col-span-full text-sm text-muted">{text}</p> : null;
}
