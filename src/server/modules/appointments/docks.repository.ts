import { and, desc, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import type { Position } from '@/domain/route/distance';
import type { AppointmentRow } from './appointments.repository';

type Place = Pick<AppointmentRow, 'location' | 'slipNumber' | 'latitude' | 'longitude'>;

/** Deliveries looked through for the docks of one day. */
const LOOKED_THROUGH = 500;

/** Where a delivery goes, if it was learned with that delivery itself; else null. */
export function ownPosition({ latitude, longitude }: Place): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/**
 * Where docks are, as learned from deliveries made there before: the same slip if there was one,
 * else the same address. By the index of the place given; null where nobody was there yet.
 */
export async function findDocks(
  orm: Queryable,
  places: readonly Place[],
): Promise<(Position | null)[]> {
  const unknown = places.filter((place) => !ownPosition(place)).map((place) => place.location);
  const known = unknown.length === 0 ? [] : await deliveredAt(orm, [...new Set(unknown)]);
  return places.map((place) => {
    const there = known.filter((row) => row.location === place.location);
    const best = there.find((row) => row.slipNumber === place.slipNumber) ?? there[0];
    return ownPosition(place) ?? (best ? ownPosition(best) : null);
  });
}

function deliveredAt(orm: Queryable, locations: string[]): Promise<Place[]> {
  return orm
    .select({
      location: appointments.location,
      slipNumber: appointments.slipNumber,
      latitude: appointments.latitude,
      longitude: appointments.longitude,
    })
    .from(appointments)
    .where(and(inArray(appointments.location, locations), isNotNull(appointments.latitude)))
    .orderBy(desc(appointments.completedAt))
    .limit(LOOKED_THROUGH);
}
