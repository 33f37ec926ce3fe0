import type { Queryable } from '@/db/client';
import { GUEST_LINK_MESSAGES } from '@/domain/appointment/guest-link';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { AnyCall, Call } from '@/server/config/call';
import { ownRow } from './access';
import { findAppointment } from './appointments.repository';
import { manageLink, openedBy } from './manage-link';
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

/** The caller's appointments, in the order of the calendar. A visitor has none. */
export async function listOwnAppointments({ deps, actor }: Call): Promise<ExpectedDelivery[]> {
  const { orm } = deps.db;
  const rows =
    actor.kind === 'user'
      ? await selectExpected(orm, actor.userId, deps.clock.now())
      : actor.kind === 'guest'
        ? await selectForOwner(orm, actor.appointmentId)
        : [];
  return rows
    .filter(({ appointment }) => appointment.status !== 'cancelled')
    .map((row) => expectedView(row, deps.settings));
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
    deliveries: rows.map((row) => detailsView(row, photos, deps.settings)),
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
  return rows.map((row) => detailsView(row, photos, deps.settings));
}

/** The SELECTs of one appointment with its details, for a read or as the view of a batch. */
export function selectDetails(orm: Queryable, id: string) {
  return [selectForOwner(orm, id), selectPhotosForOwner(orm, id)] as const;
}

/** What those SELECTs found, for its owner. Throws `not_found` for any other caller. */
export function ownDetails(
  { deps, actor }: Call,
  [[row], photos]: readonly [readonly OwnedRow[], readonly PhotoRow[]],
): DeliveryDetails {
  const appointment = ownRow(actor, row?.appointment ?? null);
  return detailsView({ ...(row as OwnedRow), appointment }, photos, deps.settings);
}

/** One appointment of the caller with its details; `not_found` for any other. */
export async function readOwnAppointment(
  call: Call,
  input: { id: string },
): Promise<DeliveryDetails> {
  return ownDetails(call, await call.deps.db.read((orm) => selectDetails(orm, input.id)));
}

/**
 * Opens a guest's link (D19): its appointment. Throws `not_found` for a link that we did not sign, and
 * for one that has ended (D99).
 */
export async function openManageLink(
  { deps }: AnyCall,
  input: { token: string },
): Promise<DeliveryDetails> {
  const opened = await openedBy(deps, input.token);
  if (!opened) throw new DomainError('not_found', GUEST_LINK_MESSAGES.unknown);
  if (opened === 'ended') throw new DomainError('not_found', GUEST_LINK_MESSAGES.ended);
  const { appointmentId } = opened;
  return readOwnAppointment(
    { deps, actor: { kind: 'guest', appointmentId } },
    { id: appointmentId },
  );
}

/** The link to a guest's own appointment, to be kept: with a phone number alone no e-mail brings it. */
export async function readGuestLink({ deps, actor }: Call): Promise<string | null> {
  if (actor.kind !== 'guest') return null;
  const row = await findAppointment(deps.db.orm, actor.appointmentId);
  return row && manageLink(deps, row);
}

function ownerOf(actor: Actor): OwnedBy | null {
  if (actor.kind === 'user') return { userId: actor.userId };
  return actor.kind === 'guest' ? { appointmentId: actor.appointmentId } : null;
}
