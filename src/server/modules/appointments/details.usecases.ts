import type { EditDetailsInput } from '@/domain/booking/edit-schemas';
import { APPOINTMENT_STATUSES, CLOSED_STATUSES, STATUS_LABELS } from '@/domain/booking/status';
import { DomainError, SENTENCES } from '@/domain/errors';
import { type Quote, quote } from '@/domain/pricing/quote';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { columnsOf, insertAudit } from '../audit/audit.repository';
import { deliverableRow } from './access';
import { type AppointmentRow, findAppointment, updateIf } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { findForStaff } from './staff-lists.repository';

type Call = { deps: Deps; actor: Actor };

/** A price with the price per gallon it came from. Cents throughout. */
export type PricePreview = Quote & { unitPriceCents: number; isCustomPrice: boolean };

const EDITABLE_STATUSES = APPOINTMENT_STATUSES.filter(
  (status) => !CLOSED_STATUSES.includes(status),
);

/**
 * What an edited order would cost. Without a custom price the one copied onto the booking holds,
 * whatever the market did since (D24); a custom one is final, with no service on top (D23).
 */
export async function previewPrice(
  { deps, actor }: Call,
  input: EditDetailsInput,
): Promise<PricePreview> {
  return priceOf(deliverableRow(actor, await findAppointment(deps.db.orm, input.id)), input);
}

/**
 * Changes what a booking orders and, if staff say so, its price per gallon. Throws `conflict` for a
 * completed or cancelled one. The row says before and after in its audit (D45).
 */
export async function editDetails(
  { deps, actor }: Call,
  input: EditDetailsInput,
): Promise<StaffAppointment> {
  await deps.db.transaction(async (tx) => {
    const row = deliverableRow(actor, await findAppointment(tx, input.id));
    refuseClosed(row);
    const price = priceOf(row, input);
    const after = {
      estimatedGallonsTenths: input.estimatedGallons,
      smallIceBags: input.smallIceBags,
      largeIceBags: input.largeIceBags,
      customUnitPriceCents: input.customFuelPrice,
      fuelTotalCents: price.fuelCents,
      iceTotalCents: price.iceCents,
      deliveryFeeCents: price.deliveryCents,
      totalPriceCents: price.totalCents,
    };
    const now = deps.clock.now();
    const guard = { statuses: EDITABLE_STATUSES };
    const changed = await updateIf(tx, row.id, guard, { ...after, updatedAt: now });
    if (!changed) throw new DomainError('conflict', 'This appointment was changed meanwhile.');
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: row.id,
      actor,
      action: 'appointment.edited',
      before: columnsOf(row, Object.keys(after)),
      after,
      at: now,
    });
  });
  const row = await findForStaff(deps.db.orm, input.id);
  if (!row) throw new DomainError('not_found', SENTENCES.notFound);
  return staffView(row);
}

function refuseClosed(row: AppointmentRow) {
  if (!CLOSED_STATUSES.includes(row.status)) return;
  throw new DomainError(
    'conflict',
    `This appointment is ${STATUS_LABELS[row.status].toLowerCase()} and can no longer be edited.`,
  );
}

function priceOf(row: AppointmentRow, input: EditDetailsInput): PricePreview {
  const unitPriceCents = input.customFuelPrice ?? row.unitPriceCents;
  const price = quote({
    gallons: input.estimatedGallons,
    unitPriceCents,
    smallIceBags: input.smallIceBags,
    largeIceBags: input.largeIceBags,
    testMode: row.testMode,
  });
  return { ...price, unitPriceCents, isCustomPrice: input.customFuelPrice !== null };
}
