import { and, asc, count, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, businessSettings, charges, drivers, photos } from '@/db/schema';
import type { Cents } from '@/domain/money';
import type { ChargeKind } from '@/domain/payment/charge';
import type { PaymentWay } from '@/domain/payment/way';
import { chargeFacts, currentChargeId } from './current-charge.repository';

/** The appointments of a user, or those that a guest's keys and links open. */
export type OwnedBy = { userId: string } | { appointmentIds: readonly string[] };

const ownedBy = (owner: OwnedBy): SQL =>
  'userId' in owner
    ? eq(appointments.userId, owner.userId)
    : inArray(appointments.id, [...owner.appointmentIds]);

type Page = { limit: number; offset: number };

function completedOf(owner: OwnedBy): SQL | undefined {
  return and(
    ownedBy(owner),
    // Written as a literal and not as a parameter, so that SQLite can use the index of completed
    // appointments.
    sql`${appointments.status} = 'completed'`,
  );
}

/** One payment of a delivery, as its receipt shows it. */
export type ReceiptPayment = {
  kind: ChargeKind;
  way: PaymentWay;
  receivedCents: Cents;
  refundedCents: Cents;
  cardBrand: string | null;
  cardLast4: string | null;
};

/** Selects an appointment's settled charges as JSON. */
const settledCharges = sql<string>`(select json_group_array(json_object(
    'sequence', ${charges.sequence}, 'kind', ${charges.kind},
    'way', case ${charges.state} when 'cash' then coalesce(${charges.paidBy}, 'cash') else 'card' end,
    'receivedCents', coalesce(${charges.receivedCents}, ${charges.amountCents}),
    'refundedCents', ${charges.refundedCents},
    'cardBrand', ${charges.cardBrand}, 'cardLast4', ${charges.cardLast4}))
  from ${charges} where ${charges.appointmentId} = ${appointments.id} and ${charges.state} in ('succeeded', 'cash'))`;

/**
 * True if the driver's earliest en-route stop is this one, so the driver is now on the way to it.
 */
const isNextStop = sql<number>`case when ${appointments.status} = 'en_route' then not exists (
    select 1 from ${appointments} as other where other.driver_id = ${appointments.driverId}
      and other.status = 'en_route'
      and (other.en_route_at, other.id) < (${appointments.enRouteAt}, ${appointments.id})) else 0 end`;

/** Selects appointments with their driver and the state of their charge. */
function selectOwned(orm: Queryable) {
  return orm
    .select({
      appointment: appointments,
      driverName: drivers.name,
      driver: {
        latitude: drivers.latitude,
        longitude: drivers.longitude,
        locatedAt: drivers.locatedAt,
      },
      isNextStop,
      chargeState: charges.state,
      chargeError: charges.errorMessage,
      charges: settledCharges,
      chargeFacts,
      /** The card of the last attempt. For a paid charge, that's the card that paid. */
      chargeCard: { brand: charges.cardBrand, last4: charges.cardLast4 },
      chargePaidBy: charges.paidBy,
    })
    .from(appointments)
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .leftJoin(charges, eq(charges.id, currentChargeId));
}

export type OwnedRow = Awaited<ReturnType<typeof selectOwned>>[number];

/**
 * Selects what customers see under Scheduled Deliveries, by date and time window. Cancelled
 * appointments and expired holds are left out. Completed ones stay for 24 hours or until they're
 * paid.
 */
export function selectExpected(orm: Queryable, owner: OwnedBy, now: number) {
  const dayAgo = now - 86_400_000;
  return selectOwned(orm)
    .where(
      and(
        ownedBy(owner),
        ne(appointments.status, 'cancelled'),
        or(isNull(appointments.holdExpiresAt), gt(appointments.holdExpiresAt, now)),
        or(
          ne(appointments.status, 'completed'),
          gt(appointments.completedAt, dayAgo),
          and(eq(appointments.balancePaid, false), eq(appointments.testMode, false)),
        ),
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.slotIndex))
    .limit(100);
}

/** Selects one appointment as its owner sees it. */
export function selectForOwner(orm: Queryable, id: string) {
  return selectOwned(orm).where(eq(appointments.id, id));
}

const LATEST_FIRST = [desc(appointments.completedAt), desc(appointments.id)];

/**
 * Selects completed appointments, newest first. The joins run only for the appointments on the
 * page.
 */
export function selectCompleted(orm: Queryable, owner: OwnedBy, page: Page) {
  return selectOwned(orm)
    .where(inArray(appointments.id, idsOfCompleted(orm, owner, page)))
    .orderBy(...LATEST_FIRST);
}

function idsOfCompleted(orm: Queryable, owner: OwnedBy, { limit, offset }: Page) {
  return orm
    .select({ id: appointments.id })
    .from(appointments)
    .where(completedOf(owner))
    .orderBy(...LATEST_FIRST)
    .limit(limit)
    .offset(offset);
}

/** Counts an owner's completed deliveries as `{total}`. */
export function countCompleted(orm: Queryable, owner: OwnedBy) {
  return orm.select({ total: count() }).from(appointments).where(completedOf(owner));
}

/** Selects the photos of that page's appointments. The files themselves are read one by one. */
export function selectPhotosOfCompleted(orm: Queryable, owner: OwnedBy, page: Page) {
  return selectPhotos(orm, inArray(photos.appointmentId, idsOfCompleted(orm, owner, page)));
}

/** Selects the photos of one appointment. */
export function selectPhotosForOwner(orm: Queryable, id: string) {
  return selectPhotos(orm, eq(photos.appointmentId, id));
}

/** Selects where the file of an appointment's signature is stored. */
export const selectSignature = (orm: Queryable, appointmentId: string) =>
  orm
    .select({ storageKey: photos.storageKey })
    .from(photos)
    .where(and(eq(photos.appointmentId, appointmentId), eq(photos.kind, 'signature')))
    .limit(1);

/**
 * 1 if the owner lets everyone with the link see the photo. A receipt that staff photographed isn't
 * a proof of delivery, so it always belongs to the receipt.
 */
export const PHOTO_FOR_LINK: SQL<number> = sql`(${photos.kind} = 'receipt' or exists (
    select 1 from ${businessSettings} where ${businessSettings.id} = 1 and ${businessSettings.showsPhotos} = 1))`;

function selectPhotos(orm: Queryable, which: SQL) {
  return (
    orm
      .select({
        appointmentId: photos.appointmentId,
        id: photos.id,
        kind: photos.kind,
        width: photos.width,
        height: photos.height,
        /** True if the owner lets everyone with the link see it. */
        isForLink: PHOTO_FOR_LINK.mapWith(Boolean),
      })
      .from(photos)
      // Photos in a driver's report to staff aren't part of a customer's receipt.
      .where(and(which, ne(photos.kind, 'issue')))
      .orderBy(asc(photos.createdAt), asc(photos.id))
  );
}

export type PhotoRow = Awaited<ReturnType<typeof selectPhotos>>[number];
