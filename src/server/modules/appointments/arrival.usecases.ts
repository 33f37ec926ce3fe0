import type { Queryable } from '@/db/client';
import { isNewArrival, roughArrival } from '@/domain/route/arrival';
import type { Position } from '@/domain/route/distance';
import type { DriverRow } from '../drivers/drivers.repository';
import { type AppointmentRow, listEnRoute, updateIf } from './appointments.repository';
import { findDocks } from './docks.repository';

/** A driver who has not been seen for longer is somewhere else by now. */
const POSITION_HOLDS_MS = 30 * 60_000;

/** Where a driver is, unless that is too long ago to go by. */
export function freshPosition(driver: DriverRow, now: number): Position | null {
  const { latitude, longitude, locatedAt } = driver;
  if (latitude === null || longitude === null || locatedAt === null) return null;
  return now - locatedAt <= POSITION_HOLDS_MS ? { latitude, longitude } : null;
}

/** About when a driver who sets out now should be there, in ms: after what is under way already. */
export async function arrivalOf(
  orm: Queryable,
  driver: DriverRow,
  row: AppointmentRow,
  now: number,
): Promise<number> {
  const [before, [dock]] = await Promise.all([listEnRoute(orm, driver.id), findDocks(orm, [row])]);
  return roughArrival({
    now,
    driver: freshPosition(driver, now),
    dock: dock ?? null,
    stopsBefore: before.length,
  });
}

/**
 * Works out again when a driver should be where they are expected, after they moved. Customers are
 * told of what changed by enough to matter, and of nothing else.
 */
export async function renewArrivals(orm: Queryable, driver: DriverRow, now: number) {
  const rows = await listEnRoute(orm, driver.id);
  const docks = await findDocks(orm, rows);
  for (const [i, row] of rows.entries()) {
    const dock = docks[i] ?? null;
    // Without the dock's place, moving says nothing about it.
    if (!dock) continue;
    const arrivalAt = roughArrival({
      now,
      driver: freshPosition(driver, now),
      dock,
      stopsBefore: i,
    });
    if (!isNewArrival(row.arrivalAt, arrivalAt)) continue;
    await updateIf(orm, row.id, { statuses: ['en_route'] }, { arrivalAt, updatedAt: now });
  }
}
