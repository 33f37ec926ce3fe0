import { tryWriteGuarded } from '@/db/guarded-batch';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { changeUnchanged } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { dueIfAny } from '../../leases/leases.repository';
import { noteRejection } from '../health/troubles.usecases';
import { selectOneTimeCards } from './one-time-cards.repository';

/** The most cards removed in one run. */
const AT_ONCE = 50;

/** Returns true if `removeOneTimeCards` has anything to do. */
export const oneTimeCardsToRemove = ({ deps }: AnyCall) =>
  dueIfAny(selectOneTimeCards(deps.db.orm, todayOf(deps), 1));

/**
 * Removes the cards that customers didn't keep, once their delivery is settled. If Stripe doesn't
 * answer, the next run tries again. Two runs at the same time are harmless.
 */
export async function removeOneTimeCards({ deps }: AnyCall): Promise<void> {
  for (const row of await selectOneTimeCards(deps.db.orm, todayOf(deps), AT_ONCE)) {
    if (row.stripePaymentMethodId) {
      try {
        await deps.payments.detachCard(row.stripePaymentMethodId);
      } catch (error) {
        await noteRejection({ deps }, error);
        deps.log.warn('a one-time card was not detached', { appointment: row.id });
        continue;
      }
    }
    await tryWriteGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, row, { cardDetachedAt: deps.clock.now() }),
      audit: audit(
        { deps, actor: { kind: 'system', name: 'Saved cards' } },
        {
          appointmentId: row.id,
          action: 'appointment.card_detached',
          before: { card: `${row.cardBrand} ${row.cardLast4}` },
        },
      ),
    });
  }
}
