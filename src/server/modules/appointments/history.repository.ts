import { and, asc, count, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges, photos } from '@/db/schema';
import type { ChargeState } from '@/domain/payment/charge';
import type { AppointmentRow } from './appointments.repository';

/** Whose deliveries: all of a user, or the one a guest's link opens. */
export type HistoryOf = { userId: string } | { appointmentId: string };

export type PhotoView = {
  id: string;
  kind: 'receipt' | 'fuel' | 'issue';
  width: number;
  height: number;
};

/** A delivery with what became of its charge. */
export type HistoryRow = {
  appointment: AppointmentRow;
  chargeState: ChargeState | null;
  chargeError: string | null;
};

function completedOf(of: HistoryOf): SQL | undefined {
  return and(
    'userId' in of ? eq(appointments.userId, of.userId) : eq(appointments.id, of.appointmentId),
    eq(appointments.status, 'completed'),
  );
}

function selectWithCharge(orm: Queryable) {
  return orm
    .select({
      appointment: appointments,
      chargeState: charges.state,
      chargeError: charges.errorMessage,
    })
    .from(appointments)
    .leftJoin(charges, eq(charges.appointmentId, appointments.id));
}

/** Completed deliveries, the last one first. */
export function listCompleted(
  orm: Queryable,
  of: HistoryOf,
  page: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  return selectWithCharge(orm)
    .where(completedOf(of))
    .orderBy(desc(appointments.completedAt), desc(appointments.id))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countCompleted(orm: Queryable, of: HistoryOf): Promise<number> {
  const [row] = await orm.select({ total: count() }).from(appointments).where(completedOf(of));
  return row?.total ?? 0;
}

/** One delivery with its charge, or null. */
export async function findWithCharge(orm: Queryable, id: string): Promise<HistoryRow | null> {
  const [row] = await selectWithCharge(orm).where(eq(appointments.id, id));
  return row ?? null;
}

/** The photos of some deliveries, by delivery; the files are read one by one. */
export async function photosOfMany(
  orm: Queryable,
  appointmentIds: string[],
): Promise<Map<string, PhotoView[]>> {
  const byDelivery = new Map<string, PhotoView[]>(appointmentIds.map((id) => [id, []]));
  if (appointmentIds.length === 0) return byDelivery;
  const rows = await orm
    .select()
    .from(photos)
    .where(inArray(photos.appointmentId, appointmentIds))
    .orderBy(asc(photos.createdAt), asc(photos.id));
  for (const { appointmentId, id, kind, width, height } of rows) {
    // What a driver reports to staff is not part of a customer's receipt.
    if (kind !== 'issue') byDelivery.get(appointmentId)?.push({ id, kind, width, height });
  }
  return byDelivery;
}
