import { tryWriteGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { changeUnchanged } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { dueIfAny } from '../../leases/leases.repository';
import { noteRejection } from '../health/troubles.usecases';
import { selectOneTimeCards } from './one-time-cards.repository';

/** Number of cards read at a time. */
const PAGE = 50;
/** Maximum number of cards that Stripe may fail to remove before a run stops. */
const MOST_FAILED = 200;

/** Returns true if `removeOneTimeCards` has anything to do. */
export const oneTimeCardsToRemove = ({ deps }: AnyCall) =>
  dueIfAny(selectOneTimeCards(deps.db.orm, todayOf(deps), 1));

/**
 * Removes the cards that customers didn't keep, once their delivery is settled. If Stripe doesn't
 * remove a card, the next run tries again, and the other cards don't wait for it. Two runs at the
 * same time are harmless.
 */
export async function removeOneTimeCards({ deps }: AnyCall): Promise<void> {
  let failed = 0;
  let last: AppointmentRow | undefined;
  do {
    const rows = await selectOneTimeCards(deps.db.orm, todayOf(deps), PAGE, last);
    for (const row of rows) {
      if (await isDetached(deps, row)) await writeDetached(deps, row);
      else failed += 1;
    }
    last = rows.length < PAGE ? undefined : rows.at(-1);
  } while (last && failed < MOST_FAILED);
}

/** Removes a card at Stripe. Returns false if it failed. */
async function isDetached(deps: Deps, row: AppointmentRow): Promise<boolean> {
  if (!row.stripePaymentMethodId) return true;
  try {
    await deps.payments.detachCard(row.stripePaymentMethodId);
    return true;
  } catch (error) {
    await noteRejection({ deps }, error);
    deps.log.warn("couldn't remove a one-time card at Stripe", { appointment: row.id });
    return false;
  }
}

const writeDetached = (deps: Deps, row: AppointmentRow) =>
  tryWriteGuarded(deps.db, {
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
