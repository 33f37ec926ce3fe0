import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { PROMO_CODE_MESSAGE } from '@/domain/pricing/promos';
import type { PromoChange } from '@/domain/pricing/promos.schema';
import type { AnyCall, Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import {
  changePromo,
  insertPromoIfNew,
  listPromos,
  type PromoRow,
  selectPromo,
  selectTestPromo,
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
  call: Call,
  input: { code: string; note: string },
): Promise<PromoRow> {
  const { db, clock } = call.deps;
  const { code } = input;
  const note = input.note || null;
  const written = await writeGuarded(db, {
    guard: insertPromoIfNew(db.orm, { code, note, createdAt: clock.now() }),
    audit: audit(call, { action: 'promo.added', after: { code, note } }),
  });
  if (written) return written.changed;
  throw new DomainError('conflict', 'There is a promo code of that name already.', {
    field: 'code',
  });
}

/** Changes a code's note, or whether it is active. Appointments booked with it stay as they are. */
export async function editPromoCode(call: Call, input: PromoChange): Promise<PromoRow> {
  const { db } = call.deps;
  return untilHeld(async () => {
    const [before] = await selectPromo(db.orm, input.code);
    if (!before) throw new DomainError('not_found', 'We could not find that promo code.');
    const { code, note, isActive } = before;
    await refuseOverwrite(
      call,
      { read: input.read, sent: { note: input.note }, current: { note } },
      { actions: ['promo.added', 'promo.edited'], isAbout: (entry) => entry.after?.code === code },
    );
    const wanted = {
      note: input.note === undefined ? note : input.note || null,
      isActive: input.isActive ?? isActive,
    };
    if (wanted.note === note && wanted.isActive === isActive) return before;
    const written = await writeGuarded(db, {
      guard: changePromo(db.orm, before, wanted),
      audit: audit(call, {
        action: 'promo.edited',
        before: { code, note, isActive },
        after: { code, ...wanted },
      }),
    });
    return written?.changed ?? null;
  });
}

/** Ends a code. Ending it twice is harmless. */
export function retirePromoCode(call: Call, input: { code: string }): Promise<PromoRow> {
  return editPromoCode(call, { code: input.code, isActive: false });
}
