import type { Queryable } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import { isLive, LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import type { Order, OrderText } from '@/domain/order/order';
import type { Actor } from '@/domain/roles';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { Call, UserCall } from '@/server/config/call';
import { heldLink, ownOrStaffRow, ownRow } from './access';
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
/** Deliveries in the profile's View History. */
const RECENT = 5;

/** The caller's appointments, in the order of their dates. A visitor has none. */
export async function listOwnAppointments({ deps, actor }: Call): Promise<ExpectedDelivery[]> {
  const owner = ownerOf(actor);
  if (!owner) return [];
  const rows = await selectExpected(deps.db.orm, owner, deps.clock.now());
  return rows.map((row) => asShown({ deps, actor }, row, expectedView(row, deps.settings)));
}

/** One page of the caller's completed appointments, the latest first. */
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

/** The five latest completed appointments of the caller. */
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

/** The SELECTs of one appointment with its details, for a read or as the view of a batch. */
export function selectDetails(orm: Queryable, id: string) {
  return [selectForOwner(orm, id), selectPhotosForOwner(orm, id)] as const;
}

/** What those SELECTs found, for its owner. Throws `not_found` for any other caller. */
export function ownDetails(
  call: Call,
  [[row], photos]: readonly [readonly OwnedRow[], readonly PhotoRow[]],
): DeliveryDetails {
  const appointment = ownRow(call.actor, row?.appointment ?? null);
  return ownView(call, { ...(row as OwnedRow), appointment }, photos);
}

const NO_DOCK = { location: '', slipNumber: null, dockId: null } satisfies Pick<
  Order,
  OrderText
> & {
  dockId: null;
};

/**
 * An appointment as its owner is shown it. By a link alone the order of an account does not change, and
 * two hours after the delivery its dock is not told any more.
 */
function asShown<View extends ExpectedDelivery>(
  { deps, actor }: Call,
  { appointment }: OwnedRow,
  view: View,
): View {
  const link = heldLink(actor, appointment);
  if (!link) return view;
  const hidesDock = !link.provenBy && !isLive(appointment, deps.clock.now());
  return {
    ...view,
    canModify: view.canModify && appointment.userId === null,
    link: linkFor({ deps, actor }, appointment),
    ...(hidesDock && NO_DOCK),
  };
}

/** The details of an appointment as its owner is shown them. */
const ownView = (call: Call, row: OwnedRow, photos: readonly PhotoRow[]): DeliveryDetails =>
  asShown(call, row, detailsView(row, photos, call.deps));

/** One appointment of the caller with its details; `not_found` for any other. */
export async function readOwnAppointment(
  call: Call,
  input: { id: string },
): Promise<DeliveryDetails> {
  return ownDetails(call, await call.deps.db.read((orm) => selectDetails(orm, input.id)));
}

/** The same for the answer to a call that staff may make too. */
export async function readChangedAppointment(
  call: Call,
  input: { id: string },
): Promise<DeliveryDetails> {
  const [[row], photos] = await call.deps.db.read((orm) => selectDetails(orm, input.id));
  const appointment = ownOrStaffRow(call.actor, row?.appointment ?? null);
  return ownView(call, { ...(row as OwnedRow), appointment }, photos);
}

/**
 * Opens a link or a key: its appointment, and what the browser holds from now on. Throws
 * `not_found` for a link that does not open anything, which may have ended, been replaced, or never been.
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

/** A guest with only a phone number gets no email with the link. */
const linkFor = ({ deps, actor }: Call, row: AppointmentRow): string | null =>
  actor.kind === 'guest' && row.userId === null ? deliveryLink(deps, row) : null;

/** The link to one of a guest's deliveries, or to the newest one; null for other callers. */
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

/** A delivery that a browser holds for a guest, while somebody else is signed in there. */
export type LeftDelivery = {
  id: string;
  publicCode: string;
  date: string;
  time: string;
  link: string;
};

/**
 * The deliveries that were booked in the caller's browser before the sign-in and did not go into the
 * account. Only their links are given, for the guest to keep.
 */
export async function readLeftFromGuests(
  { deps }: UserCall,
  kept: KeptTokens,
): Promise<LeftDelivery[]> {
  const left = (await openedIn(deps, kept)).filter(isLeftOver);
  return left.map(({ row }) => ({
    ...{ id: row.id, publicCode: row.publicCode, date: row.date },
    ...{ time: timeSlotLabel(row.slotIndex), link: deliveryLink(deps, row) },
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
