import { oneRow, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { EditDetailsInput } from '@/domain/appointment/edit.schema';
import { CLOSED_STATUSES, statusInText } from '@/domain/appointment/status';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import { pricesAt } from '@/domain/pricing/price-book';
import { type PriceList, priceListAfter } from '@/domain/pricing/price-list';
import { type Quote, quote, toPriceColumns, unitPriceOf } from '@/domain/pricing/quote';
import type { Actor } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit, columnsOf } from '../audit/audit';
import { selectPriceBook } from '../pricing/price-book.repository';
import { deliverableRow } from './access';
import { changeUnchanged, selectAppointment } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { refuseChangedSince } from './edit-conflict';
import { selectForStaff } from './staff-lists.repository';

/** A price with its price per gallon, in cents. */
export type PricePreview = Quote & { unitPriceCents: Cents; isCustomPrice: boolean };

/** The fields of an order that staff can edit, with its price per gallon. */
export type DetailChanges = Omit<EditDetailsInput, 'id' | 'version'>;

/**
 * Returns the price of an edited order. Without a custom price, the appointment keeps its own unit
 * price, even if the market has changed. A custom price already includes the service charge.
 */
export async function previewPrice(
  { deps, actor }: Call,
  input: DetailChanges & { id: string },
): Promise<PricePreview & { currentTotalCents: Cents }> {
  const { found, today } = await readWithPrices(deps, input.id);
  const appointment = deliverableRow(actor, found);
  const { priceList: _, ...price } = priceOf(appointment, input, today);
  return {
    ...price,
    /** The current total, because someone may have changed it since the dialog was opened. */
    currentTotalCents: appointment.totalPriceCents,
  };
}

/**
 * Changes an appointment's order and optionally its price per gallon. The audit entry has the
 * values before and after.
 *
 * @throws `conflict` if the appointment is completed or cancelled
 * @throws `changed_meanwhile` if the caller's version is outdated
 */
export function editDetails(
  call: Call,
  { id, version, ...changes }: EditDetailsInput,
): Promise<StaffAppointment> {
  return editDetailsWith(call, { id, version }, () => changes);
}

/** Like `editDetails`, for changes that depend on the current order. */
export async function editDetailsWith(
  call: Call,
  { id, version }: { id: string; version?: number | undefined },
  changesOf: (appointment: AppointmentRow) => DetailChanges,
): Promise<StaffAppointment> {
  const { deps, actor } = call;
  return retryOnConflict(async () => {
    const { found, today } = await readWithPrices(deps, id);
    const appointment = deliverableRow(actor, found);
    await refuseChangedSince(call, appointment, version);
    refuseClosed(appointment);
    const changes = changesOf(appointment);
    refuseCustomPrice(actor, appointment, changes);
    const price = priceOf(appointment, changes, today);
    const { priceList } = price;
    const after = {
      ...changes,
      ...agreedGallons(appointment, changes),
      ...toPriceColumns(price),
    };
    if (isAlready(appointment, { ...after, priceList })) {
      const [same] = await selectForStaff(deps.db.orm, id);
      return same ? staffView(same) : null;
    }
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, appointment, {
        ...after,
        priceList,
        updatedAt: deps.clock.now(),
      }),
      audit: audit(call, {
        appointmentId: id,
        action: 'appointment.edited',
        before: columnsOf(appointment, Object.keys(after)),
        after,
      }),
      view: [selectForStaff(deps.db.orm, id)],
    });
    return staffView(oneRow(written.view[0]));
  });
}

/** Returns the gallons a custom price is agreed for: the amount at the last save by staff. */
function agreedGallons(appointment: AppointmentRow, changes: DetailChanges) {
  const after = { ...appointment, ...changes };
  const isCustom = after.customUnitPriceCents !== null;
  return { customPriceGallonsTenths: isCustom ? after.estimatedGallonsTenths : null };
}

/** A custom price lowers what the customer pays, so it needs the role for concessions. */
function refuseCustomPrice(actor: Actor, before: AppointmentRow, after: DetailChanges) {
  if (actor.kind !== 'user' || worksIn('concessions', actor)) return;
  if (after.customUnitPriceCents === before.customUnitPriceCents) return;
  throw new DomainError('forbidden', 'Only an owner can change the custom price.', {
    field: 'customFuelPrice',
  });
}

function refuseClosed(appointment: AppointmentRow) {
  if (!CLOSED_STATUSES.includes(appointment.status)) return;
  const status = statusInText(appointment.status);
  throw new DomainError('conflict', `This appointment is ${status} and can no longer be edited.`);
}

/** Reads the appointment, and today's prices for items that the edit adds. */
async function readWithPrices(deps: Deps, id: string) {
  const [[found], book] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectPriceBook(orm),
  ]);
  return { found: found ?? null, today: pricesAt(book, deps.clock.now()) };
}

/** Prices an edited order, with the price list that it keeps. */
function priceOf(
  appointment: AppointmentRow,
  changes: DetailChanges,
  today: PriceList,
): PricePreview & { priceList: PriceList | null } {
  const edited = { ...appointment, ...changes };
  const unitPriceCents = unitPriceOf(edited);
  const priceList = priceListAfter(appointment, edited, today);
  const price = quote(edited, { unitPriceCents, testMode: appointment.testMode, priceList });
  const isCustomPrice = changes.customUnitPriceCents !== null;
  return { ...price, unitPriceCents, isCustomPrice, priceList };
}
