import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import {
  changeOnLockScreen,
  stopChangeOf,
  stopFactsOf,
  storedChange,
} from '@/domain/driver/stop-change';
import {
  type PushText,
  type RouteEvent,
  reviewText,
  routeText,
} from '@/domain/messages/push-texts';
import { REVIEW_KIND_LABELS } from '@/domain/review/review';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import { mayWorkIn } from '@/domain/staff/areas';
import type { Deps } from '@/server/config/deps';
import {
  findSubscription,
  type SubscriptionRow,
  selectOpenItems,
  selectStopsOf,
  selectUnseenOf,
} from './push.repository';

/** An event as a trigger stored it. */
type StoredEvent = { kind: string; id: string; date?: CalendarDate };
/** A notification's text and the browser that gets it. */
export type Composed = { to: SubscriptionRow; text: PushText };

/**
 * Writes a waiting notification from its events, as far as they're still true. Null if none of them
 * is, or the browser doesn't get notifications anymore.
 */
export async function composePush(
  deps: Deps,
  { recipient, subject, values }: { recipient: string; subject: string; values: string | null },
): Promise<Composed | null> {
  const found = await findSubscription(deps.db.orm, recipient, deps.clock.now());
  if (!found) return null;
  const events = JSON.parse(values ?? '[]') as StoredEvent[];
  const { to, role, driverId } = found;
  const text =
    subject === 'staff'
      ? mayWorkIn('deliveries', role) && (await staffText(deps, events))
      : driverId !== null && (await driverText(deps, events, driverId));
  return text ? { to, text } : null;
}

async function staffText({ db }: Deps, events: readonly StoredEvent[]) {
  const items = await selectOpenItems(
    db.orm,
    events.map(({ id }) => id),
  );
  return reviewText(
    items.map(({ kind, appointmentId }) => ({
      appointmentId,
      label: REVIEW_KIND_LABELS[kind],
      isReply: kind === 'text_reply',
    })),
  );
}

async function driverText(deps: Deps, events: readonly StoredEvent[], driverId: number) {
  const ids = [...new Set(events.map(({ id }) => id))].filter(Boolean);
  const [rows, unseen] = await deps.db.read((orm) => [
    selectStopsOf(orm, ids),
    selectUnseenOf(orm, driverId, ids),
  ]);
  const routeEvents = rows.flatMap((row): RouteEvent[] => {
    const own = events.filter(({ id }) => id === row.id);
    const first = own[0];
    const isMine = row.driverId === driverId && OPEN_STATUSES.includes(row.status);
    const place = [row.location, row.slipNumber].filter(Boolean).join(', ');
    const { id, date } = row;
    const stop = { id, date, when: timeSlotLabel(row.slotIndex), place };
    // A stop that was assigned and removed in the meantime isn't news.
    if (isMine && first?.kind === 'assigned') return [{ kind: 'assigned', ...stop }];
    if (!isMine && first?.kind !== 'assigned') return [{ kind: 'removed', ...stop }];
    if (!isMine) return [];
    const change = stopChangeOf(
      unseen.filter(({ appointmentId }) => appointmentId === row.id).map(storedChange),
      stopFactsOf(row),
      deps.settings.timeZone,
    );
    return change ? [{ kind: 'changed', id, place, text: changeOnLockScreen(change) }] : [];
  });
  const moved = new Set(events.flatMap(({ kind, date }) => (kind === 'moved' && date ? date : [])));
  return routeText([
    ...routeEvents,
    ...[...moved].map((date): RouteEvent => ({ kind: 'moved', date })),
  ]);
}
