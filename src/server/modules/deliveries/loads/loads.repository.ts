import { and, eq, inArray, isNotNull, isNull, ne, not, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { unchanged } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, loads } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

export type LoadRow = typeof loads.$inferSelect;

/** Selects the loads of these dates, for one driver or all of them. */
export function selectLoads(orm: Queryable, dates: CalendarDate[], driverId?: number) {
  const isTheirs = driverId === undefined ? undefined : eq(loads.driverId, driverId);
  return orm
    .select()
    .from(loads)
    .where(and(inArray(loads.date, dates), isTheirs));
}

/** Saves the load of a date. Returns no row if it's unchanged. */
export function saveLoad(orm: Queryable, row: LoadRow) {
  const { updatedAt: _, ...load } = row;
  const setWhere = not(unchanged(loads, load));
  return orm
    .insert(loads)
    .values(row)
    .onConflictDoUpdate({ target: [loads.date, loads.driverId], set: row, setWhere })
    .returning();
}

/** The columns of a delivery that a load is calculated from. */
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
> & {
  /** The truck on the ticket. 0 without a truck, and null without a ticket. */
  truckId: number | null;
};

/**
 * Selects the completed and open deliveries of these dates, for one driver or all of them. Test orders
 * take nothing from a load.
 */
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
      truckId: sql<number | null>`${appointments.ticket} ->> '$.series'`,
    })
    .from(appointments)
    .where(
      and(
        isTheirs,
        inArray(appointments.date, dates),
        ne(appointments.status, 'cancelled'),
        isNull(appointments.holdExpiresAt),
        eq(appointments.testMode, false),
      ),
    );
}
