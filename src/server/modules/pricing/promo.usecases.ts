import { DomainError } from '@/domain/errors';
import { PROMO_CODE_MESSAGE } from '@/domain/pricing/promos';
import type { PromoChange } from '@/domain/pricing/promos.schema';
import type { AnyCall, Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  findPromo,
  insertPromo,
  listPromos,
  type PromoRow,
  selectTestPromo,
  updatePromo,
} from './promo.repository';

/** Whether a code is a promo code, in the words of the form (customer sections 5 and 8). */
export async function validatePromoCode(
  { deps }: AnyCall,
  input: { promoCode: string },
): Promise<{ valid: boolean; testMode: boolean; message: string }> {
  const [promo] = await selectTestPromo(deps.db.orm, input.promoCode);
  return promo
    ? { valid: true, testMode: true, message: '✓ Promo code applied - test mode activated' }
    : { valid: false, testMode: false, message: PROMO_CODE_MESSAGE };
}

/** Every promo code, active ones first. Each makes an appointment a test (D28). */
export function listPromoCodes({ deps }: AnyCall): Promise<PromoRow[]> {
  return listPromos(deps.db.orm);
}

/** Makes a code, active at once. Throws `conflict` when the code exists, retired or not. */
export async function addPromoCode(
  { deps, actor }: Call,
  input: { code: string; note: string },
): Promise<PromoRow> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const row = await insertPromo(tx, {
      code: input.code,
      note: input.note || null,
      createdAt: now,
    });
    if (!row) {
      throw new DomainError('conflict', 'There is a promo code of that name already.', {
        field: 'code',
      });
    }
    await audit(
      { deps, actor },
      {
        action: 'promo.added',
        after: { code: row.code, note: row.note },
      },
    ).write(tx);
    return row;
  });
}

/** Changes a code's note, or whether it is active. Appointments booked with it stay as they are. */
export async function editPromoCode({ deps, actor }: Call, input: PromoChange): Promise<PromoRow> {
  return deps.db.transaction(async (tx) => {
    const before = await findPromo(tx, input.code);
    if (!before) throw new DomainError('not_found', 'We could not find that promo code.');
    const wanted = {
      note: input.note === undefined ? before.note : input.note || null,
      isActive: input.isActive ?? before.isActive,
    };
    if (wanted.note === before.note && wanted.isActive === before.isActive) return before;
    const after = await updatePromo(tx, input.code, wanted);
    await audit(
      { deps, actor },
      {
        action: 'promo.edited',
        before: { code: before.code, note: before.note, isActive: before.isActive },
        after: { code: before.code, ...wanted },
      },
    ).write(tx);
    return after ?? before;
  });
}

/** Ends a code. Ending it twice is harmless. */
export function retirePromoCode(call: Call, input: { code: string }): Promise<PromoRow> {
  return editPromoCode(call, { code: input.code, isActive: false });
}
