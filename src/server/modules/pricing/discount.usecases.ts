import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import { toDollars } from '@/domain/money';
import type { Discount } from '@/domain/pricing/discount';
import { discountOf, discountProblem, discountText } from '@/domain/pricing/discount-rules';
import type { DiscountChange, NewDiscount } from '@/domain/pricing/discounts.schema';
import type { AnyCall, Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import {
  changeDiscount,
  DISCOUNT_PAGE_SIZE,
  type DiscountRow,
  insertDiscountIfNew,
  selectDiscount,
  selectDiscountCount,
  selectDiscountRow,
  selectDiscounts,
} from './discount.repository';

/** Returns a code's discount with the form's message, or null if the code isn't a discount. */
export async function checkDiscount(
  { deps, actor }: Call,
  code: string,
): Promise<{ valid: boolean; message: string; discount: Discount | null } | null> {
  const userId = actor.kind === 'user' ? actor.userId : null;
  // A guest's phone number is only known when they book.
  const customer = { userId, discountPhone: null, discountEmail: null };
  const [found] = await selectDiscount(deps.db.orm, code, { now: deps.clock.now(), customer });
  if (!found) return null;
  const problem = discountProblem(found.row, todayOf(deps), found);
  if (problem) return { valid: false, message: problem, discount: null };
  const discount = discountOf(found.row);
  const message = `✓ ${discountText(discount)}. If you change this order, it keeps the discount. Later orders don’t have it.`;
  return { valid: true, message, discount };
}

/** Returns a page of the discounts with their uses, and the total number of discounts. */
export async function listDiscounts({ deps }: AnyCall, { page }: { page: number }) {
  const now = deps.clock.now();
  const [rows, [total]] = await deps.db.read((orm) => [
    selectDiscounts(orm, { page, now }),
    selectDiscountCount(orm),
  ]);
  const today = todayOf(deps);
  return {
    discounts: rows.map(({ row, uses }) => ({
      ...row,
      uses,
      /** Why customers can't use it now, or null if they can. */
      problem: discountProblem(row, today, { inAll: uses, byCustomer: 0 }),
    })),
    count: total?.count ?? 0,
    pageSize: DISCOUNT_PAGE_SIZE,
  };
}

type Terms = Omit<NewDiscount, 'code'>;

/** Returns the columns of an owner's form. Blank fields are null. */
const columnsOf = ({ on, percent, amountCents, ...rest }: Terms) => ({
  on,
  percent: percent ?? null,
  amountCents: amountCents ?? null,
  startsOn: rest.startsOn ?? null,
  endsOn: rest.endsOn ?? null,
  mostPerCustomer: rest.mostPerCustomer ?? null,
  mostInAll: rest.mostInAll ?? null,
});

/**
 * Creates a discount that's active immediately.
 *
 * @throws `conflict` if the code exists, as a discount or as a test code
 */
export async function addDiscount(call: Call, { code: name, ...terms }: NewDiscount) {
  const { db, clock } = call.deps;
  const now = clock.now();
  const columns = columnsOf(terms);
  const code = name.toUpperCase();
  const written = await tryWriteGuarded(db, {
    guard: insertDiscountIfNew(db.orm, { code, name, ...columns, createdAt: now, updatedAt: now }),
    audit: audit(call, { action: 'discount.added', after: { code, ...columns } }),
  });
  if (written) return { code };
  throw new DomainError('conflict', 'That code already exists.', { field: 'code' });
}

/** Returns the terms in the units of the form, to compare them with what the form showed. */
const typedTerms = ({ amountCents, ...terms }: ReturnType<typeof columnsOf>) => ({
  ...terms,
  amount: amountCents === null ? null : toDollars(amountCents),
});

/**
 * Changes a discount's terms. Orders that were booked with it keep the old ones.
 *
 * @throws `changed_meanwhile` if someone else changed a field since the form was opened
 */
export function editDiscount(call: Call, { code, read, ...terms }: DiscountChange) {
  const columns = columnsOf(terms);
  return changing(call, code, columns, (before) =>
    refuseOverwrite(
      call,
      { read, sent: typedTerms(columns), current: typedTerms(columnsOf(before)) },
      {
        actions: ['discount.added', 'discount.edited'],
        isAbout: (entry) => entry.after?.code === code,
        columns: { amount: 'amountCents' },
      },
    ),
  );
}

/** Activates or deactivates a discount. Orders that were booked with it keep it. */
export const setDiscountActive = (
  call: Call,
  { code, isActive }: { code: string; isActive: boolean },
) => changing(call, code, { isActive });

function changing(
  call: Call,
  code: string,
  changes: Parameters<typeof changeDiscount>[2],
  check?: (before: DiscountRow) => Promise<void>,
) {
  const { db, clock } = call.deps;
  return retryOnConflict(async () => {
    const [before] = await selectDiscountRow(db.orm, code);
    if (!before) throw new DomainError('not_found', 'We couldn’t find that discount.');
    await check?.(before);
    if (isAlready(before, changes)) return { code };
    const names = Object.keys(changes) as (keyof typeof changes)[];
    const was = Object.fromEntries(names.map((name) => [name, before[name]]));
    const written = await tryWriteGuarded(db, {
      guard: changeDiscount(db.orm, before, { ...changes, updatedAt: clock.now() }),
      audit: audit(call, {
        action: 'discount.edited',
        before: { code, ...was },
        after: { code, ...changes },
      }),
    });
    return written && { code };
  });
}
