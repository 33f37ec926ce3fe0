import { and, eq, inArray, isNotNull, isNull, ne, not } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { unchanged } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, loads } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

export type LoadRow = typeof loads.$inferSelect;

/** The loads of dates, of one driver or of all. */
export function selectLoads(orm: Queryable, dates: CalendarDate[], driverId?: number) {
  const isTheirs = driverId === undefined ? undefined : eq(loads.driverId, driverId);
  return orm
    .select()
    .from(loads)
    .where(and(inArray(loads.date, dates), isTheirs));
}

/** Writes the load of a date over the one there is; no row if that is the same. */
export function saveLoad(orm: Queryable, row: LoadRow) {
  const { updatedAt: _, ...load } = row;
  const setWhere = not(unchanged(loads, load));
  return orm
    .insert(loads)
    .values(row)
    .onConflictDoUpdate({ target: [loads.date, loads.driverId], set: row, setWhere })
    .returning();
}

/** A delivery as far as a load is concerned. */
export type CarriedAppointment = Pick<
  AppointmentRow,
  | 'driverId'
  | 'date'
  | 'status'
  | 'fuelType'
  | 'estimatedGallonsTenths'
  | 'actualGallonsTenths'
  | 'smallIceBags'
  | 'mediumIceBags'
  | 'largeIceBags'
  | 'fillUp'
>;

/** What drivers delivered on dates, or are still to deliver; of one driver or of all. */
export function selectCarried(orm: Queryable, dates: CalendarDate[], driverId?: number) {
  const isTheirs =
    driverId === undefined ? isNotNull(appointments.driverId) : eq(appointments.driverId, driverId);
  return orm
    .select({
      driverId: appointments.driverId,
      date: appointments.date,
      status: appointments.status,
      fuelType: appointments.fuelType,
      estimatedGallonsTenths: appointments.estimatedGallonsTenths,
      actualGallonsTenths: appointments.actualGallonsTenths,
      smallIceBags: appointments.smallIceBags,
      mediumIceBags: appointments.mediumIceBags,
      largeIceBags: appointments.largeIceBags,
      fillUp: appointments.fillUp,
    })
    .from(appointments)
    .where(
      and(
        isTheirs,
        inArray(appointments.date, dates),
        ne(appointments.status, 'cancelled'),
        isNull(appointments.holdExpiresAt),
      ),
    );
}
