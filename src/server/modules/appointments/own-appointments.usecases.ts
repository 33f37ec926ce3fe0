import type { Queryable } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import { isLive, LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import type { Order, OrderText } from '@/domain/order/order';
import type { Actor } from '@/domain/roles';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import { firstName } from '@/domain/text';
import type { Call, UserCall } from '@/server/config/call';
import { ownOrStaffRow, ownRow, visitorLinkOf } from './access';
import { findAppointment } from './appointments.repository';
import {
  deliveryLink,
  type KeptTokens,
  type Opened,
  openedBy,
  signedKeyOf,
  visitorKey,
} from './delivery-link';
import { keysWith, openedIn } from './guest-keys';
import {
  countCompleted,
  type OwnedBy,
  type OwnedRow,
  type PhotoRow,
  selectCompleted,
  selectExpected,
  selectForOwner,
  selectPhotosForOwner,
  selectPhotosOfCompleted,
} from './own-appointments.repository';
import {
  type DeliveryDetails,
  detailsView,
  type ExpectedDelivery,
  expectedView,
} from './owner.view';

export const HISTORY_PAGE_SIZE = 20;
/** Number of deliveries in the profile's View History. */
const RECENT = 5;

/** Lists the caller's appointments by date. Visitors have none. */
export async function listOwnAppointments({ deps, actor }: Call): Promise<ExpectedDelivery[]> {
  const owner = ownerOf(actor);
  if (!owner) return [];
  const rows = await selectExpected(deps.db.orm, owner, deps.clock.now());
  return rows.map((row) => asShown({ deps, actor }, row, expectedView(row, deps.settings)));
}

/** Returns one page of the caller's completed appointments, newest first. */
export async function readHistory(
  { deps, actor }: Call,
  input: { page: number },
): Promise<{ deliveries: DeliveryDetails[]; total: number; pageSize: number }> {
  const owner = ownerOf(actor);
  if (!owner) return { deliveries: [], total: 0, pageSize: HISTORY_PAGE_SIZE };
  const page = { limit: HISTORY_PAGE_SIZE, offset: (input.page - 1) * HISTORY_PAGE_SIZE };
  const [rows, photos, [counted]] = await deps.db.read((orm) => [
    selectCompleted(orm, owner, page),
    selectPhotosOfCompleted(orm, owner, page),
    countCompleted(orm, owner),
  ]);
  return {
    deliveries: rows.map((row) => ownView({ deps, actor }, row, photos)),
    total: counted?.total ?? 0,
    pageSize: HISTORY_PAGE_SIZE,
  };
}

/** Returns the caller's five most recent completed appointments. */
export async function readRecentCompleted({ deps, actor }: Call): Promise<DeliveryDetails[]> {
  const owner = ownerOf(actor);
  if (!owner) return [];
  const page = { limit: RECENT, offset: 0 };
  const [rows, photos] = await deps.db.read((orm) => [
    selectCompleted(orm, owner, page),
    selectPhotosOfCompleted(orm, owner, page),
  ]);
  return rows.map((row) => ownView({ deps, actor }, row, photos));
}

/** Selects one appointment with its details, for a read or as the view of a batch. */
export function selectDetails(orm: Queryable, id: string) {
  return [selectForOwner(orm, id), selectPhotosForOwner(orm, id)] as const;
}

/**
 * Turns the rows of `selectDetails` into the owner's view. Throws `not_found` for other callers.
 */
export function ownDetails(
  call: Call,
  [[row], photos]: readonly [readonly OwnedRow[], readonly PhotoRow[]],
): DeliveryDetails {
  const appointment = ownRow(call.actor, row?.appointment ?? null);
  return ownView(call, { ...(row as OwnedRow), appointment }, photos);
}

const NO_DOCK = { location: '', slipNumber: null, driverNote: null, dockId: null } satisfies Pick<
  Order,
  OrderText
> & {
  dockId: null;
};

/**
 * Returns an appointment as its owner sees it. Someone who only has a link can't change an order
 * that belongs to an account. From 2 hours after the delivery, they can't see its dock either.
 */
function asShown<View extends ExpectedDelivery>(
  { deps, actor }: Call,
  { appointment }: OwnedRow,
  view: View,
): View {
  const link = visitorLinkOf(actor, appointment);
  const page = pagePathOf(deps, appointment);
  if (!link) return { ...view, page };
  const hidesDock = !link.provenBy && !isLive(appointment, deps.clock.now());
  return {
    ...view,
    page,
    canModify: view.canModify && appointment.userId === null,
    needsSignIn: appointment.userId !== null,
    link: linkFor({ deps, actor }, appointment),
    // Only the account's owner gets the driver's last name.
    ...(view.onTheWay && {
      onTheWay: { ...view.onTheWay, driverName: firstName(view.onTheWay.driverName) },
    }),
    ...(hidesDock && NO_DOCK),
  };
}

/** Returns the path of an appointment's page. A hold has none, because it isn't booked yet. */
const pagePathOf = (deps: Call['deps'], row: AppointmentRow): string | null =>
  row.holdExpiresAt === null ? new URL(deliveryLink(deps, row)).pathname : null;

/**
 * Returns an appointment's details as its owner sees them. A link shows only the photos that the
 * owner of the business allows.
 */
function ownView(call: Call, row: OwnedRow, photos: readonly PhotoRow[]): DeliveryDetails {
  const link = visitorLinkOf(call.actor, row.appointment);
  const shown = link && link.provenBy !== 'key' ? photos.filter((one) => one.isForLink) : photos;
  const view = asShown(call, row, detailsView(row, shown, call.deps));
  return link ? { ...view, deliveredBy: firstName(view.deliveredBy) } : view;
}

/** Returns one of the caller's appointments with its details. Throws `not_found` for any other. */
export async function readOwnAppointment(
  call: Call,
  input: { id: string },
): Promise<DeliveryDetails> {
  return ownDetails(call, await call.deps.db.read((orm) => selectDetails(orm, input.id)));
}

/** Like `readOwnAppointment`, for calls that staff can make too. */
export async function readChangedAppointment(
  call: Call,
  input: { id: string },
): Promise<DeliveryDetails> {
  const [[row], photos] = await call.deps.db.read((orm) => selectDetails(orm, input.id));
  const appointment = ownOrStaffRow(call.actor, row?.appointment ?? null);
  return ownView(call, { ...(row as OwnedRow), appointment }, photos);
}

/**
 * Opens a link or a key. Returns its appointment and the browser's new list of keys.
 *
 * @throws `not_found` if the link has expired, was replaced, or never existed
 */
export async function openDeliveryLink(
  { deps, actor }: Call,
  input: { token: string },
  kept: KeptTokens,
): Promise<{ delivery: DeliveryDetails; keys: readonly VisitorKey[] }> {
  const opened = await openedBy(deps, input.token, kept);
  if (!opened) throw new DomainError('not_found', LINK_MESSAGES.closed);
  const { row, whileSignedOut, whileSignedIn } = opened;
  const opener: Actor =
    actor.kind === 'user'
      ? { ...actor, guestOf: whileSignedIn ? [whileSignedIn] : [] }
      : { kind: 'guest', held: [whileSignedOut] };
  const key = signedKeyOf(deps, input.token) ?? visitorKey(row, 'link');
  const [delivery, keys] = await Promise.all([
    readOwnAppointment({ deps, actor: opener }, row),
    keysWith(deps, kept, key),
  ]);
  return { delivery, keys };
}

/** Guests without an email address don't get the link by email, so the screen shows it. */
const linkFor = ({ deps, actor }: Call, row: AppointmentRow): string | null =>
  actor.kind === 'guest' && row.userId === null ? deliveryLink(deps, row) : null;

/**
 * Returns the link to one of a guest's deliveries, or to the newest one. Null for other callers.
 */
export async function readGuestLink(
  { deps, actor }: Call,
  input: { id: string } | undefined,
): Promise<string | null> {
  if (actor.kind !== 'guest') return null;
  const [newest] = actor.held;
  const id = input?.id ?? newest?.appointmentId;
  const isHeld = actor.held.some(({ appointmentId }) => appointmentId === id);
  const row = id !== undefined && isHeld ? await findAppointment(deps.db.orm, id) : null;
  return row && linkFor({ deps, actor }, row);
}

/** A guest's delivery that is left in the browser of someone who is signed in. */
export type LeftDelivery = {
  id: string;
  publicCode: string;
  date: string;
  time: string;
  link: string;
};

/**
 * Lists the deliveries that were booked in this browser before the sign-in and aren't in the
 * account. Only their links are shown, so the guest can save them.
 */
export async function readLeftFromGuests(
  { deps }: UserCall,
  kept: KeptTokens,
): Promise<LeftDelivery[]> {
  const left = (await openedIn(deps, kept)).filter(isLeftOver);
  return left.map(({ row }) => ({
    id: row.id,
    publicCode: row.publicCode,
    date: row.date,
    time: timeSlotLabel(row.slotIndex),
    link: deliveryLink(deps, row),
  }));
}

const isLeftOver = ({ row, whileSignedOut, whileSignedIn }: Opened) =>
  row.userId === null &&
  whileSignedOut.provenBy === 'key' &&
  whileSignedIn === null &&
  (!CLOSED_STATUSES.includes(row.status) || row.remainingBalanceCents > 0);

function ownerOf(actor: Actor): OwnedBy | null {
  if (actor.kind === 'user') return { userId: actor.userId };
  if (actor.kind !== 'guest') return null;
  return { appointmentIds: actor.held.map(({ appointmentId }) => appointmentId) };
}
