import { addDays } from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import { icsCalendar } from '@/domain/ics';
import { formatGallons } from '@/domain/money';
import type { UserActor } from '@/domain/roles';
import { TIME_WINDOWS } from '@/domain/slots/windows';
import { instantOf, localMoment } from '@/domain/time';
import type { Deps } from '@/server/deps';
import type { AppointmentRow } from '../appointments/appointments.repository';
import { insertAudit } from '../audit/audit.repository';
import { EMERGENCY_USER } from '../auth/emergency.usecases';
import { hashToken, newToken } from '../auth/tokens';
import { findDriver } from '../drivers/drivers.repository';
import {
  deliveriesFrom,
  findFeed,
  insertFeed,
  revokeFeed,
  workingFeeds,
} from './calendar-feeds.repository';

type Call = { deps: Deps; actor: UserActor };

/** How far back a calendar reaches. */
const PAST_DAYS = 30;

export type CalendarLinkView = {
  id: string;
  name: string;
  driverId: number | null;
  driverName: string | null;
  createdAt: number;
};

/** Whose links somebody may see and make: null is everybody's, and only an admin's. */
function reachOf(actor: UserActor): number | null {
  if (actor.role === 'admin') return null;
  if (actor.driverId !== null) return actor.driverId;
  throw new DomainError('forbidden', 'You are not assigned to a driver.');
}

/**
 * Makes a secret link under which a calendar program reads deliveries: all of them, or one driver's.
 * A driver gets one for their own. The link is in this answer and nowhere else.
 */
export async function createCalendarLink(
  { deps, actor }: Call,
  input: { name: string; driverId: number | null },
): Promise<{ id: string; url: string }> {
  if (actor.userId === EMERGENCY_USER) {
    throw new DomainError('forbidden', 'Please sign in with your own account to make a link.');
  }
  const reach = reachOf(actor);
  const driverId = reach ?? input.driverId;
  if (driverId !== null && !(await findDriver(deps.db.orm, driverId))) {
    throw new DomainError('not_found', 'We could not find that driver.', { field: 'driverId' });
  }
  const token = newToken();
  const id = deps.ids.next();
  const now = deps.clock.now();
  const tokenHash = hashToken(token);
  await deps.db.transaction(async (tx) => {
    await insertFeed(tx, {
      id,
      name: input.name,
      tokenHash,
      driverId,
      createdBy: actor.userId,
      createdAt: now,
    });
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'calendar_link.created',
      after: { linkId: id, name: input.name, driverId },
      at: now,
    });
  });
  return { id, url: `${deps.settings.appUrl}/api/calendar/${token}.ics` };
}

/** The links that work; a driver sees their own. */
export async function listCalendarLinks({ deps, actor }: Call): Promise<CalendarLinkView[]> {
  const rows = await workingFeeds(deps.db.orm, reachOf(actor));
  return rows.map(({ feed: { id, name, driverId, createdAt }, driverName }) => ({
    id,
    name,
    driverId,
    driverName,
    createdAt,
  }));
}

/** Ends a link at once. Throws `not_found` for one that is not the caller's to end. */
export async function revokeCalendarLink(
  { deps, actor }: Call,
  input: { id: string },
): Promise<{ ok: true }> {
  const now = deps.clock.now();
  const reach = reachOf(actor);
  await deps.db.transaction(async (tx) => {
    const gone = await revokeFeed(tx, input.id, reach, now);
    if (!gone) throw new DomainError('not_found', 'We could not find that calendar link.');
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'calendar_link.revoked',
      before: { linkId: gone.id, name: gone.name, driverId: gone.driverId },
      at: now,
    });
  });
  return { ok: true };
}

/** The calendar behind a secret link, or null when nothing is behind it (any more). */
export async function readCalendarFeed(
  { deps }: { deps: Deps },
  input: { token: string },
): Promise<string | null> {
  const feed = await findFeed(deps.db.orm, hashToken(input.token));
  if (!feed) return null;
  const { timeZone } = deps.settings;
  const today = localMoment(deps.clock.now(), timeZone).date;
  const rows = await deliveriesFrom(deps.db.orm, addDays(today, -PAST_DAYS), feed.driverId);
  return icsCalendar({
    name: `Dockside: ${feed.name}`,
    timeZone,
    events: rows.map(({ appointment, driverName }) => {
      const window = TIME_WINDOWS[appointment.windowIndex];
      if (!window) throw new Error('the booking has no window');
      const at = (minutes: number) => instantOf({ date: appointment.date, minutes }, timeZone);
      return {
        uid: `${appointment.id}@dockside`,
        start: at(window.startMinutes),
        end: at(window.endMinutes),
        changedAt: appointment.updatedAt,
        title: `${appointment.publicCode}: ${orderOf(appointment)}`,
        place: [appointment.location, appointment.slipNumber].filter(Boolean).join(', '),
        description: [
          appointment.customerName ?? 'Guest',
          `Status: ${appointment.status.replace('_', ' ')}`,
          ...(feed.driverId === null ? [`Driver: ${driverName ?? 'none yet'}`] : []),
          ...(appointment.testMode ? ['Test booking'] : []),
        ].join('\n'),
        tentative: appointment.status === 'pending',
      };
    }),
  });
}

function orderOf(row: AppointmentRow): string {
  const gallons = row.actualGallonsTenths ?? row.estimatedGallonsTenths;
  const ice = row.smallIceBags + row.mediumIceBags + row.largeIceBags;
  return [
    ...(gallons > 0 ? [`${formatGallons(gallons)} gal ${row.fuelType}`] : []),
    ...(ice > 0 ? [`${ice} ice bag${ice === 1 ? '' : 's'}`] : []),
  ].join(', ');
}
