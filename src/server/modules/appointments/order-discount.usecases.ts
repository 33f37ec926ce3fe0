import type { Guard } from '@/db/guarded-batch';
import { mailboxKey } from '@/domain/account/email';
import type { Discount } from '@/domain/pricing/discount';
import { codeRefused, discountOf, discountProblem } from '@/domain/pricing/discount-rules';
import { PROMO_CODE_MESSAGE } from '@/domain/pricing/promos';
import type { Call } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { sign } from '../auth/tokens';
import { phoneFingerprint } from '../limits/fingerprints';
import {
  type DiscountCustomer,
  isDiscountLeft,
  selectDiscount,
} from '../pricing/discount.repository';

/** The person who orders, as far as we know. */
type Person = {
  userId: string | null;
  customerPhone: string | null;
  customerEmail: string | null;
};

/** Returns a customer as the limit per customer recognizes them, without storing the contact. */
const customerOf = (
  { settings }: Pick<Deps, 'settings'>,
  { userId, customerPhone, customerEmail }: Person,
): DiscountCustomer => ({
  userId,
  discountPhone: phoneFingerprint(settings, customerPhone),
  discountEmail: customerEmail && sign(settings.appSecret, 'email', mailboxKey(customerEmail)),
});

/** A discount for a new order: its columns, and the guard of the order's write. */
export type OrderDiscount = {
  discount: Discount;
  columns: { promoCode: string; promoCodeUsed: true; discount: Discount } & Omit<
    DiscountCustomer,
    'userId'
  >;
  isLeft: Guard;
};

/**
 * Returns the discount with this code for a new order, or null if no discount has this code.
 *
 * @throws `invalid_input` if it isn't active, hasn't started, has ended, or is used up
 */
export async function discountForOrder(
  { deps, actor }: Call,
  code: string | null | undefined,
  person: Person,
): Promise<OrderDiscount | null> {
  if (!code) return null;
  const { userId, ...marks } = customerOf(deps, person);
  const at = { now: deps.clock.now(), customer: { userId, ...marks } };
  const [found] = await selectDiscount(deps.db.orm, code, at);
  if (!found) return null;
  const problem = discountProblem(found.row, todayOf(deps), {
    ...found,
    isGuest: actor.kind !== 'user',
    isUnknown: Object.values(at.customer).every((mark) => mark === null),
  });
  if (problem) throw codeRefused(problem);
  const discount = discountOf(found.row);
  return {
    discount,
    columns: { promoCode: code, promoCodeUsed: true, discount, ...marks },
    isLeft: isDiscountLeft(found.row, at),
  };
}

/** Like `discountForOrder`, for staff, who must not book with a code that doesn't exist. */
export async function discountForStaff(
  call: Call,
  code: string | null | undefined,
  person: Person,
): Promise<OrderDiscount | null> {
  const found = await discountForOrder(call, code, person);
  if (code && !found) throw codeRefused(`${PROMO_CODE_MESSAGE}.`);
  return found;
}
