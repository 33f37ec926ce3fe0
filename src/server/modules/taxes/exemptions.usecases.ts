import { tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import type { ExemptionInput } from '@/domain/tax/tax-change.schema';
import { formatMoment } from '@/domain/time';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  deleteExemption,
  insertExemption,
  selectExemption,
  updateExemption,
} from './taxes.repository';

/** A customer's exemption, with who set it and when. Null if the customer pays tax. */
export type Exemption = { certificate: string; setBy: string; setText: string } | null;

/** Reads a customer's exemption. */
export async function readExemption(
  { deps }: AnyCall,
  { id }: { id: string },
): Promise<{ exemption: Exemption }> {
  const [row] = await selectExemption(deps.db.orm, id);
  if (!row) return { exemption: null };
  const { certificate, setBy, setAt } = row;
  const setText = formatMoment(setAt, deps.settings.timeZone);
  return { exemption: { certificate, setBy, setText } };
}

/**
 * Sets, replaces, or ends a customer's exemption. Only later deliveries change. Saving the same
 * certificate again changes nothing.
 *
 * @throws `changed_meanwhile` if someone else changed it since the form was opened
 * @throws `not_found` for an unknown customer
 */
export async function changeExemption(
  call: UserCall,
  { userId, certificate, before }: ExemptionInput,
): Promise<{ exemption: Exemption }> {
  const { deps } = call;
  if (certificate === before) return readExemption(call, { id: userId });
  const written = await tryWriteGuarded(deps.db, {
    guard: writing(call, { userId, certificate, before }),
    audit: audit(call, {
      action: 'customer.exemption_changed',
      userId,
      before: { certificate: before },
      after: { certificate },
    }),
  });
  if (!written) {
    const [row] = await selectExemption(deps.db.orm, userId);
    if (!row && before === null) {
      throw new DomainError('not_found', 'We couldn’t find that customer.');
    }
    if ((row?.certificate ?? null) !== certificate) {
      throw new DomainError(
        'changed_meanwhile',
        'Someone else changed this exemption while you were editing. Nothing was saved. Check the number, then save again.',
      );
    }
  }
  return readExemption(call, { id: userId });
}

/** Returns the write that's made if the exemption is still the one that was read. */
function writing({ deps, actor }: UserCall, { userId, certificate, before }: ExemptionInput) {
  const { orm } = deps.db;
  if (certificate === null) return deleteExemption(orm, userId, before ?? '');
  const row = { userId, certificate, setBy: actor.name, setAt: deps.clock.now() };
  return before === null ? insertExemption(orm, row) : updateExemption(orm, before, row);
}
