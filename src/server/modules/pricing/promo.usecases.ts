import { DomainError } from '@/domain/errors';
import type { PromoChange } from '@/domain/pricing/promos';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { findPromo, insertPromo, listPromos, type PromoRow, updatePromo } from './promo.repository';

type Call = { deps: Deps; actor: Actor };

/** Every promo code, those that work first. All of them make a booking a test (D28). */
export function listPromoCodes({ deps }: { deps: Deps }): Promise<PromoRow[]> {
  return listPromos(deps.db.orm);
}

/** Makes a code that works at once. Throws `conflict` when it exists, retired or not. */
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
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'promo.added',
      after: { code: row.code, note: row.note },
      at: now,
    });
    return row;
  });
}

/** Changes the note, or whether the code works. Bookings made with it stay as they are. */
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
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'promo.edited',
      before: { code: before.code, note: before.note, isActive: before.isActive },
      after: { code: before.code, ...wanted },
      at: deps.clock.now(),
    });
    return after ?? before;
  });
}

/** Ends a code. Ending one that is ended is harmless. */
export function retirePromoCode(call: Call, input: { code: string }): Promise<PromoRow> {
  return editPromoCode(call, { code: input.code, isActive: false });
}
