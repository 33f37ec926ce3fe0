import { DomainError } from '@/domain/errors';
import { paymentChip } from '@/domain/payment/badges';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { ownRow } from './access';
import { listedView } from './appointments.view';
import { type OnTheWay, onTheWayOf } from './expected.usecases';
import {
  countCompleted,
  findWithCharge,
  type HistoryOf,
  type HistoryRow,
  listCompleted,
  type PhotoView,
  photosOfMany,
} from './history.repository';
import { manageLink, readManageToken } from './manage-link';

type Call = { deps: Deps; actor: Actor };

export const HISTORY_PAGE_SIZE = 20;
/** Deliveries in the profile's View History (customer section 9). */
const RECENT = 5;

/** A delivery with all there is to know of it: its photos' ids, and the truth about its payment. */
export type DeliveryDetails = ReturnType<typeof detailsView>;

function detailsView(row: HistoryRow, photos: PhotoView[], onTheWay: OnTheWay | null = null) {
  const { appointment, chargeState, chargeError } = row;
  return {
    ...listedView(row),
    onTheWay,
    /** Each is served at /api/photos/{id}. */
    photos,
    paymentChip: paymentChip({
      status: appointment.status,
      testMode: appointment.testMode,
      balancePaid: appointment.balancePaid,
      cardSaved: appointment.paymentMethodStored,
      chargeState,
      totalCents: appointment.totalPriceCents,
      refundedCents: appointment.refundedCents,
    }),
    /** Why the card said no; null while nothing is wrong. */
    chargeError: appointment.balancePaid ? null : chargeError,
  };
}

/** One page of the caller's completed deliveries, the last one first. */
export async function readHistory(
  { deps, actor }: Call,
  input: { page: number },
): Promise<{ deliveries: DeliveryDetails[]; total: number; pageSize: number }> {
  const of = whose(actor);
  if (!of) return { deliveries: [], total: 0, pageSize: HISTORY_PAGE_SIZE };
  const [deliveries, total] = await Promise.all([
    completed(deps, of, HISTORY_PAGE_SIZE, (input.page - 1) * HISTORY_PAGE_SIZE),
    countCompleted(deps.db.orm, of),
  ]);
  return { deliveries, total, pageSize: HISTORY_PAGE_SIZE };
}

/** The last five completed deliveries of the caller. */
export async function readRecentCompleted({ deps, actor }: Call): Promise<DeliveryDetails[]> {
  const of = whose(actor);
  return of ? completed(deps, of, RECENT, 0) : [];
}

/** One booking of the caller with its details; `not_found` for anybody else's. */
export async function readBooking(
  { deps, actor }: Call,
  input: { id: string },
): Promise<DeliveryDetails> {
  const found = await findWithCharge(deps.db.orm, input.id);
  const row = ownRow(actor, found?.appointment ?? null);
  const photos = await photosOfMany(deps.db.orm, [row.id]);
  return detailsView(
    { chargeState: null, chargeError: null, chargeCard: null, ...found, appointment: row },
    photos.get(row.id) ?? [],
    await onTheWayOf(deps, row),
  );
}

/**
 * Opens a guest's link (D19): the booking it is for. Throws `not_found` for a link that we did not sign.
 */
export async function openManageLink(
  { deps }: { deps: Deps },
  input: { token: string },
): Promise<DeliveryDetails> {
  const appointmentId = readManageToken(deps, input.token);
  if (!appointmentId) {
    throw new DomainError('not_found', 'This link does not open a booking. Please check it.');
  }
  return readBooking({ deps, actor: { kind: 'guest', appointmentId } }, { id: appointmentId });
}

/** The link to a guest's own booking, to be kept: with a phone number alone no letter brings it. */
export async function readGuestLink({ deps, actor }: Call): Promise<string | null> {
  return actor.kind === 'guest' ? manageLink(deps, actor.appointmentId) : null;
}

function whose(actor: Actor): HistoryOf | null {
  if (actor.kind === 'user') return { userId: actor.userId };
  return actor.kind === 'guest' ? { appointmentId: actor.appointmentId } : null;
}

async function completed(deps: Deps, of: HistoryOf, limit: number, offset: number) {
  const rows = await listCompleted(deps.db.orm, of, { limit, offset });
  const photos = await photosOfMany(
    deps.db.orm,
    rows.map(({ appointment }) => appointment.id),
  );
  return rows.map((row) => detailsView(row, photos.get(row.appointment.id) ?? []));
}
