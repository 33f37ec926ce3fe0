import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import type { Discount } from '@/domain/pricing/discount';
import type { PromoChange } from '@/domain/pricing/promo-change.schema';
import { PROMO_CODE_MESSAGE, TEST_CODE_DAYS } from '@/domain/pricing/promos';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import { checkDiscount } from './discount.usecases';
import {
  type CodeRule,
  changePromo,
  insertPromoIfNew,
  listPromos,
  type PromoRow,
  selectPromo,
  selectTestPromo,
} from './promo.repository';

/** Checks a promo code, and returns the form's message. It may be a test code or a discount. */
export async function validatePromoCode(
  call: Call,
  input: { promoCode: string },
): Promise<{ valid: boolean; testMode: boolean; message: string; discount: Discount | null }> {
  const { deps } = call;
  const [promo] = await selectTestPromo(deps.db.orm, input.promoCode, codeRule(deps));
  if (promo) {
    const message = '✓ Promo code applied - test mode activated';
    return { valid: true, testMode: true, message, discount: null };
  }
  const unknown = { valid: false, message: PROMO_CODE_MESSAGE, discount: null };
  return { ...((await checkDiscount(call, input.promoCode)) ?? unknown), testMode: false };
}

/** Returns the rule for which test codes work now. */
export const codeRule = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): CodeRule => ({
  now: clock.now(),
  allowed: settings.allowedTestCodes,
});

/** Lists every test code, active ones first. */
export async function listPromoCodes({ deps }: AnyCall): Promise<TestCode[]> {
  const rows = await listPromos(deps.db.orm);
  return rows.map((row) => testCode(row, deps));
}

/**
 * Adds whether a test code works now. An active code may have expired, or the settings may not
 * allow it.
 */
function testCode(row: PromoRow, deps: Deps) {
  const { now, allowed } = codeRule(deps);
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  return { ...row, works: row.isActive && !isExpired && mayWork(row.code, allowed) };
}
export type TestCode = ReturnType<typeof testCode>;

const mayWork = (code: string, allowed: CodeRule['allowed']) => !allowed || allowed.includes(code);

const expiryAfter = (days: number, { clock }: Pick<Deps, 'clock'>) =>
  clock.now() + days * 24 * 3_600_000;

/**
 * Adds a test code that's active immediately, for some days.
 *
 * @throws `conflict` if the code exists, active or not, or if the settings don't allow it
 */
export async function addPromoCode(
  call: Call,
  input: { code: string; note: string; days: number },
): Promise<TestCode> {
  const { deps } = call;
  const { db, clock, settings } = deps;
  const { code } = input;
  if (!mayWork(code, settings.allowedTestCodes)) {
    throw new DomainError(
      'conflict',
      'Test codes are turned off on this server, because orders with them are free. To allow this one, add it to the server’s TEST_PROMO_CODES setting.',
      { field: 'code' },
    );
  }
  const note = input.note || null;
  const expiresAt = expiryAfter(input.days, deps);
  const written = await tryWriteGuarded(db, {
    guard: insertPromoIfNew(db.orm, { code, note, createdAt: clock.now(), expiresAt }),
    audit: audit(call, { action: 'promo.added', after: { code, note, expiresAt } }),
  });
  if (written) return testCode(written.changed, deps);
  throw new DomainError('conflict', 'That code already exists.', { field: 'code' });
}

/**
 * Changes a code's note, or whether it's active. A reactivated code works for a week. Appointments
 * booked with it don't change.
 */
export async function editPromoCode(call: Call, input: PromoChange): Promise<TestCode> {
  const { deps } = call;
  const { db } = deps;
  return retryOnConflict(async () => {
    const [before] = await selectPromo(db.orm, input.code);
    if (!before) throw new DomainError('not_found', 'We couldn’t find that test code.');
    const { code, note, isActive } = before;
    const { works } = testCode(before, deps);
    await refuseOverwrite(
      call,
      { read: input.read, sent: { note: input.note }, current: { note } },
      { actions: ['promo.added', 'promo.edited'], isAbout: (entry) => entry.after?.code === code },
    );
    const wanted = {
      note: input.note === undefined ? note : input.note || null,
      isActive: input.isActive ?? isActive,
    };
    const renews = input.isActive === true && !works && before.expiresAt !== null;
    const expiresAt = renews ? expiryAfter(TEST_CODE_DAYS, deps) : before.expiresAt;
    if (wanted.note === note && wanted.isActive === isActive && !renews)
      return testCode(before, deps);
    const written = await tryWriteGuarded(db, {
      guard: changePromo(db.orm, before, { ...wanted, expiresAt }),
      audit: audit(call, {
        action: 'promo.edited',
        before: { code, note, isActive },
        after: { code, ...wanted },
      }),
    });
    return written ? testCode(written.changed, deps) : null;
  });
}

/** Deactivates a code. Repeating it is harmless. */
export function retirePromoCode(call: Call, input: { code: string }): Promise<TestCode> {
  return editPromoCode(call, { code: input.code, isActive: false });
}
