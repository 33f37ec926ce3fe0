import type * as z from 'zod/mini';
import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import {
  earlierToday,
  presentZone,
  withZone,
  ZONE_MESSAGES,
  type ZoneEffect,
  type zoneChangeSchema,
  zoneEffect,
} from '@/domain/time-zones';
import type { AnyCall, Call } from '@/server/config/call';
import { adoptZones, type Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import { saveBusinessSettings, selectBusinessSettings } from './business-settings.repository';
import { countPlannedPrices, countUpcoming, selectZones } from './time-zone.repository';

export type TimeZoneView = { timeZone: string; choices: string[] };

/** Adopts the owner's time zone, before this process uses one. */
export async function adoptSavedZones({ db, settings }: Pick<Deps, 'db' | 'settings'>) {
  const [row] = await selectZones(db.orm);
  adoptZones(settings, row?.zones);
}

/** Returns the time zone in force and all others that can be chosen. */
export async function readTimeZone({ deps }: AnyCall): Promise<TimeZoneView> {
  const [row] = await selectZones(deps.db.orm);
  return viewOf(presentZone(row?.zones ?? deps.settings.zones).zone);
}

const viewOf = (timeZone: string): TimeZoneView => ({
  timeZone,
  choices: [...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])],
});

/** Returns what another time zone would mean for what's booked and planned. */
export async function readZoneEffect(
  { deps }: AnyCall,
  { timeZone: to }: { timeZone: string },
): Promise<ZoneEffect & { plannedPrices: number }> {
  requireZone(to);
  const { clock, settings, db } = deps;
  const now = clock.now();
  const from = settings.timeZone;
  const [windows, [prices]] = await db.read((orm) => [
    countUpcoming(orm, earlierToday(now, [from, to])),
    countPlannedPrices(orm, now),
  ]);
  return { ...zoneEffect(windows, { from, to }), plannedPrices: prices?.planned ?? 0 };
}

/**
 * Changes the time zone from now on. Upcoming deliveries keep their date and window, and what's past
 * keeps its time.
 *
 * @throws `changed_meanwhile` if someone else changed it since the form was opened
 */
export async function changeTimeZone(
  call: Call,
  { timeZone, read: shown }: z.output<typeof zoneChangeSchema>,
): Promise<TimeZoneView> {
  requireZone(timeZone);
  const { db, clock, settings } = call.deps;
  return retryOnConflict(async () => {
    const [read] = await selectBusinessSettings(db.orm);
    const zones = read?.timeZones ?? settings.zones;
    const before = presentZone(zones).zone;
    const values = { sent: { timeZone }, current: { timeZone: before } };
    await refuseOverwrite(
      call,
      { read: { timeZone: shown }, ...values },
      { actions: ['settings.zone_changed'] },
    );
    if (before === timeZone) return viewOf(timeZone);
    const now = clock.now();
    const after = withZone(zones, timeZone, now);
    await writeGuarded(db, {
      guard: saveBusinessSettings(db.orm, read, { timeZones: after, updatedAt: now }),
      audit: audit(call, {
        action: 'settings.zone_changed',
        before: { timeZone: before },
        after: { timeZone },
      }),
    });
    adoptZones(settings, after);
    return viewOf(timeZone);
  });
}

/** @throws `invalid_input` if this machine doesn't know the zone */
function requireZone(timeZone: string): void {
  if (Intl.supportedValuesOf('timeZone').includes(timeZone)) return;
  throw new DomainError('invalid_input', ZONE_MESSAGES.zone, { field: 'timeZone' });
}
