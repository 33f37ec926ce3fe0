import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { businessSettings, weatherData } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { ForecastDay } from '@/domain/weather';

/**
 * Selects the wind of the stored days from a date on. Returns no rows if the owner turned the
 * warning off.
 */
export function selectWindFrom(orm: Queryable, date: CalendarDate, limit: number) {
  return orm
    .select({
      date: weatherData.date,
      windMph: weatherData.windMph,
      updatedAt: weatherData.updatedAt,
      limitMph: sql<number>`${businessSettings.windLimitMph}`,
    })
    .from(businessSettings)
    .innerJoin(weatherData, gte(weatherData.date, date))
    .where(and(eq(businessSettings.id, 1), gt(businessSettings.windLimitMph, 0)))
    .orderBy(asc(weatherData.date))
    .limit(limit);
}

/** Selects the stored days from a date on, in order. */
export function weatherFrom(orm: Queryable, date: CalendarDate, limit: number) {
  return orm
    .select()
    .from(weatherData)
    .where(gte(weatherData.date, date))
    .orderBy(asc(weatherData.date))
    .limit(limit);
}

/** Selects a stored day from a date on that was fetched after an instant (ms). */
export function selectFresh(orm: Queryable, date: CalendarDate, after: number) {
  return orm
    .select({ date: weatherData.date })
    .from(weatherData)
    .where(and(gte(weatherData.date, date), gt(weatherData.updatedAt, after)))
    .limit(1);
}

/** Replaces the stored forecast and deletes earlier days. */
export async function replaceForecast(
  db: Db,
  days: readonly [ForecastDay, ...ForecastDay[]],
  updatedAt: number,
): Promise<void> {
  await db.batch((orm) => [
    orm
      .insert(weatherData)
      .values(days.map((day) => ({ ...day, icon: day.condition, updatedAt })))
      .onConflictDoUpdate({
        target: weatherData.date,
        set: {
          temperature: sql`excluded.temperature`,
          highTemp: sql`excluded.high_temp`,
          lowTemp: sql`excluded.low_temp`,
          condition: sql`excluded.condition`,
          icon: sql`excluded.icon`,
          windMph: sql`excluded.wind_mph`,
          updatedAt: sql`excluded.updated_at`,
        },
      }),
    orm.delete(weatherData).where(lt(weatherData.date, days[0].date)),
  ]);
}
