import type { Queryable } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import { isLive, LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import type { HeldKey } from '@/domain/appointment/guest-keys';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import type { Order, OrderText } from '@/domain/order/order';
import type { Actor, HeldLink } from '@/domain/roles';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { heldLink, ownOrStaffRow, ownRow } from './access';
import { selectAppointments } from './appointments.repository';
import {
  deliveryLink,
  heldKey,
  type KeptTokens,
  type Opened,
  openedBy,
  signedKeyOf,
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
/** Deliveries in the profile's View History (customer section 9). */
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
 * two hours after the delivery its dock is not told any more (D85, D99).
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
 * Opens a link or a key (D19, D99): its appointment, and what the browser holds from now on. Throws
 * `not_found` for a link that does not open anything, which may have ended, been replaced, or never been.
 */
export async function openDeliveryLink(
  { deps }: AnyCall,
  input: { token: string },
  kept: KeptTokens,
): Promise<{ delivery: DeliveryDetails; keys: readonly HeldKey[] }> {
  const opened = await openedBy(deps, input.token, kept);
  if (!opened) throw new DomainError('not_found', LINK_MESSAGES.closed);
  const { row, whileSignedOut } = opened;
  const actor = { kind: 'guest', held: [whileSignedOut] } as const;
  const key = signedKeyOf(deps, input.token) ?? heldKey(row, 'link');
  const [delivery, keys] = await Promise.all([
    readOwnAppointment({ deps, actor }, row),
    keysWith(deps, kept, key),
  ]);
  return { delivery, keys };
}

/** The link to a delivery, for the browser that holds it. */
export type GuestLink = {
  id: string;
  publicCode: string;
  date: string;
  time: string;
  link: string;
};

/**
 * The links to the guests' deliveries that a browser holds. A guest with only a phone number gets no
 * email with them. A signed-in person gets those that were booked there before the sign-in and did not
 * go into the account.
 */
export async function readGuestLinks(
  { deps, actor }: Call,
  kept: KeptTokens,
): Promise<GuestLink[]> {
  if (actor.kind !== 'guest' && actor.kind !== 'user') return [];
  const rows =
    actor.kind === 'user'
      ? (await openedIn(deps, kept)).filter(isLeftOver).map(({ row }) => row)
      : await heldRows(deps, actor.held);
  return rows
    .filter(({ userId }) => userId === null)
    .map((row) => ({
      ...{ id: row.id, publicCode: row.publicCode, date: row.date },
      ...{ time: timeSlotLabel(row.slotIndex), link: deliveryLink(deps, row) },
    }));
}

/** Whether a delivery was booked in the browser before the sign-in, and is not closed and paid. */
const isLeftOver = ({ row, whileSignedOut, whileSignedIn }: Opened) =>
  whileSignedOut.provenBy === 'key' &&
  whileSignedIn === null &&
  (!CLOSED_STATUSES.includes(row.status) || row.remainingBalanceCents > 0);

/** The appointments of some links, in the order of the links. */
async function heldRows({ db }: Deps, held: readonly HeldLink[]): Promise<AppointmentRow[]> {
  const ids = held.map(({ appointmentId }) => appointmentId);
  const rows = await selectAppointments(db.orm, ids);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** The link of one of a guest's deliveries, or of the newest one; null for other callers. */
export async function readGuestLink(
  call: Call,
  input: { id: string } | undefined,
  kept: KeptTokens,
): Promise<string | null> {
  if (call.actor.kind !== 'guest') return null;
  const links = await readGuestLinks(call, kept);
  return links.find(({ id }) => id === (input?.id ?? id))?.link ?? null;
}

function ownerOf(actor: Actor): OwnedBy | null {
  if (actor.kind === 'user') return { userId: actor.userId };
  if (actor.kind !== 'guest') return null;
  return { appointmentIds: actor.held.map(({ appointmentId }) => appointmentId) };
}
