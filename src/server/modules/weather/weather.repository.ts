import { asc, gte, lt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { weatherData } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { WeatherDay } from '@/domain/weather';

export type WeatherRow = typeof weatherData.$inferSelect;

/** The stored days from a date on, in order. */
export function weatherFrom(
  orm: Queryable,
  date: CalendarDate,
  limit: number,
): Promise<WeatherRow[]> {
  return orm
    .select()
    .from(weatherData)
    .where(gte(weatherData.date, date))
    .orderBy(asc(weatherData.date))
    .limit(limit);
}

/** Replaces the stored forecast, and deletes the days before it. */
export async function replaceForecast(
  db: Db,
  days: readonly [WeatherDay, ...WeatherDay[]],
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
          updatedAt: sql`excluded.updated_at`,
        },
      }),
    orm.delete(weatherData).where(lt(weatherData.date, days[0].date)),
  ]);
}
