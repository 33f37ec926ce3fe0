import { and, asc, count, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, businessSettings, priceEntries } from '@/db/schema';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';

/** The time zones as JSON text inside another query, or null until the owner changes the zone. */
export const ZONES_TEXT: SQL<string | null> =
  sql`(select ${businessSettings.timeZones} from ${businessSettings} where ${businessSettings.id} = 1)`;

/** Selects the time zones, or no row before the owner's first save of any setting. */
export const selectZones = (orm: Queryable) =>
  orm
    .select({ zones: businessSettings.timeZones })
    .from(businessSettings)
    .where(eq(businessSettings.id, 1));

/** Counts the open deliveries from a date on, for each window. */
export function countUpcoming(orm: Queryable, from: CalendarDate) {
  const { date, slotIndex, status, holdExpiresAt } = appointments;
  return orm
    .select({ date, slotIndex, deliveries: count() })
    .from(appointments)
    .where(and(gte(date, from), inArray(status, OPEN_STATUSES), isNull(holdExpiresAt)))
    .groupBy(date, slotIndex)
    .orderBy(asc(date), asc(slotIndex));
}

/** Counts the changes of prices that are planned for after an instant (ms). */
export function countPlannedPrices(orm: Queryable, now: number) {
  return orm
    .select({ planned: count() })
    .from(priceEntries)
    .where(
      sql`${priceEntries.startsAt} > ${now} and ${priceEntries.cancels} is null and ${priceEntries.id} not in (select cancels from ${priceEntries} where cancels is not null)`,
    );
}
