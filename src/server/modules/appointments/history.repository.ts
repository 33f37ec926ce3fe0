import { and, asc, count, desc, eq, gt, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
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
  /** The card that was asked last; the one it was paid with, once it is. */
  chargeCard: { brand: string | null; last4: string | null } | null;
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
      chargeCard: { brand: charges.cardBrand, last4: charges.cardLast4 },
    })
    .from(appointments)
    .leftJoin(charges, eq(charges.appointmentId, appointments.id));
}

/**
 * What a customer sees under Scheduled Deliveries: not cancelled, not a hold that ran out, and
 * completed ones for 24 hours or until they are paid (customer section 4, D29). By date and window.
 */
export function listForCustomer(
  orm: Queryable,
  userId: string,
  now: number,
): Promise<HistoryRow[]> {
  const dayAgo = now - 86_400_000;
  return selectWithCharge(orm)
    .where(
      and(
        eq(appointments.userId, userId),
        ne(appointments.status, 'cancelled'),
        or(isNull(appointments.holdExpiresAt), gt(appointments.holdExpiresAt, now)),
        or(
          ne(appointments.status, 'completed'),
          gt(appointments.completedAt, dayAgo),
          and(eq(appointments.balancePaid, false), eq(appointments.testMode, false)),
        ),
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.windowIndex))
    .limit(100);
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
