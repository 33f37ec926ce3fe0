import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { isShort, loadText, type OnBoard } from '@/domain/driver/on-board';
import { weekdayTimeSlots } from '@/domain/slots/hours';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import type { AnyCall } from '@/server/config/call';
import { type DriverRow, selectActiveDrivers } from '../../drivers/drivers.repository';
import {
  endingReviewItem,
  puttingReviewItem,
  selectItemsWithKeys,
} from '../../review/review.repository';
import { hoursOf, selectHours } from '../../slots/hours.repository';
import { selectTruckDays, selectTrucks } from '../../trucks/trucks.repository';
import { datesAround, onBoardOf } from './loads';
import { selectCarried, selectLoads } from './loads.repository';

/** Tomorrow's load is checked from 10:00 PM on at the latest. */
const LATEST_EVENING = 22 * 60;

/** A driver's load on a date. `day` is null if no load was entered. */
type Shortage = { driver: DriverRow; date: CalendarDate; day: OnBoard | null };

/**
 * Adds a review item for each short load, today's right away and tomorrow's in the evening. The
 * item is updated as the shortage changes, and ends when the load is complete.
 *
 * @returns the number of items written
 */
export async function watchLoads({ deps }: AnyCall): Promise<number> {
  const now = deps.clock.now();
  const { date: today, minutes } = localMoment(now, deps.settings.timeZone);
  const dates = datesAround(today);
  const [drivers, rows, appointments, items, entries, trucks, chosen] = await deps.db.read(
    (orm) => [
      selectActiveDrivers(orm),
      selectLoads(orm, dates),
      selectCarried(orm, dates),
      selectItemsWithKeys(orm, keysFrom(dates[0] ?? today), 'short;'),
      selectHours(orm),
      selectTrucks(orm),
      selectTruckDays(orm, today),
    ],
  );
  const { endMinutes = 0 } =
    weekdayTimeSlots(hoursOf(entries), today).at(-1) ?? TIME_SLOTS.at(-1) ?? {};
  // After the day's last window, tomorrow's load is checked too. A window that ends at midnight
  // would never be over on its own day.
  const isEvening = minutes >= Math.min(endMinutes, LATEST_EVENING);
  const days = drivers.flatMap((driver): Shortage[] => {
    const found = onBoardOf(driver.id, today, { rows, appointments, trucks, chosen });
    const tomorrow = { driver, date: dates.at(-1) ?? today, day: found.tomorrow };
    return [{ driver, date: today, day: found.today }, ...(isEvening ? [tomorrow] : [])];
  });
  const short = new Map(
    days.filter(({ day }) => isShort(day)).map((one) => [keyOf(one), reasonOf(one)]),
  );
  const known = new Map(items.map((item) => [item.dedupeKey, item]));
  const isSaid = ([key, reason]: [string, string]) => {
    const item = known.get(key);
    return item?.reason === reason && item.outcome !== 'overtaken';
  };
  const writes = [
    ...[...short]
      .filter((one) => !isSaid(one))
      .map(([dedupeKey, reason]) =>
        puttingReviewItem({
          id: deps.ids.next(),
          kind: 'short_on_board',
          dedupeKey,
          reason,
          createdAt: now,
          appointmentId: null,
          state: 'open',
          outcome: null,
          doneBy: null,
          doneAt: null,
        }),
      ),
    ...items
      .filter(({ dedupeKey, state }) => state === 'open' && !short.has(dedupeKey))
      .map(({ dedupeKey }) => endingReviewItem(dedupeKey, { ...ENDED, doneAt: now })),
  ];
  if (writes.length > 0) await deps.db.batch((orm) => writes.map((write) => write(orm)));
  return writes.length;
}

/** How an item ends after its load is complete or its day is over. */
const ENDED = { outcome: 'overtaken', note: null, doneBy: 'Load check' } as const;

/** Dedupe keys of this date and later ones are greater than this prefix. */
const keysFrom = (date: CalendarDate) => `short:${date}`;
const keyOf = ({ driver, date }: Shortage) => `${keysFrom(date)}:${driver.id}`;

const reasonOf = ({ driver, date, day }: Shortage) =>
  `${driver.name}’s load is short for ${formatLongDate(date)}. Missing: ${day ? loadText(day.short) : ''}.`;
