import { NO_EXTRA_WRITES, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { RequiredProof } from '@/domain/appointment/proof';
import { assertTransition, isRecordable, statusInText } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars } from '@/domain/money';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import type { TaxTerms } from '@/domain/tax/tax';
import type { Call } from '@/server/config/call';
import { roleOf } from '../../appointments/access';
import { changeUnchanged } from '../../appointments/appointments.repository';
import { deliveryFacts } from '../../appointments/delivery-link';
import { audit, columnsOf } from '../../audit/audit';
import { fingerprintOf } from '../../auth/tokens';
import { learningPosition } from '../../boats/docks.repository';
import { recordAction } from '../../device-actions/device-actions.repository';
import { message } from '../../messages/message';
import {
  claimedIn,
  claimingCharge,
  selectDebts,
} from '../../payments/charges/charge-attempts.repository';
import { addingCharge } from '../../payments/charges/charges.repository';
import {
  leavingToInvoice,
  notifyingByBilling,
  puttingOnAccount,
} from '../../payments/charges/on-account.repository';
import type { StoredPhoto } from '../../photos/store-photo';
import { changedCode, refuseUnfitCode } from './changed-code.usecases';
import {
  type CompletionInput,
  completionOf,
  debtsOf,
  heldForReview,
  needsConfirmation,
} from './figures';
import { addingMissingProof, addingMissingReadings } from './missing-proof';
import { addingPhoto } from './photos.repository';
import { refuseMoved } from './refused-actions.usecases';
import type { Recorded } from './settle.usecases';
import { readingsIn, refuseHalfReadings, type TicketFacts, ticketOf } from './ticket';

export type CompletionPhoto = StoredPhoto & { kind: 'receipt' | 'fuel' };

/** The rows and settings that decide a completion, all read at the same moment. */
export type CompletionFacts = {
  appointment: AppointmentRow;
  confirmAboveCents: Cents;
  taxTerms: TaxTerms | null;
  tickets: TicketFacts;
} & RequiredProof;

/** @throws if this actor may not complete the open delivery, or if the input is refused */
export function refuseCompletion(
  { deps, actor }: Call,
  appointment: AppointmentRow,
  input: CompletionInput,
) {
  const { shownDate, recordedReason } = input;
  refuseMoved(appointment, shownDate);
  refuseHalfReadings(input);
  if (recordedReason !== undefined) refuseUnlessRecordable(appointment, deps.clock.now());
  else assertTransition(appointment.status, 'completed', roleOf(actor));
}

/** The transition table ends at `cancelled`. Recording a delivery is the only exception. */
function refuseUnlessRecordable(appointment: AppointmentRow, now: number) {
  if (isRecordable(appointment, now)) return;
  throw new DomainError(
    'conflict',
    `This appointment is ${statusInText(appointment.status)}, not cancelled. Complete it as usual.`,
  );
}

/** An action key identifies one delivery with the figures that were sent. */
export function actionOf({ id, actualGallonsTenths, smallIceBags, largeIceBags }: CompletionInput) {
  const said = { actualGallonsTenths, smallIceBags, largeIceBags };
  return { kind: 'completed', appointmentId: id, contentHash: fingerprintOf(said) };
}

/**
 * Completes a delivery in one write: figures, fixed amount, debt, photos, message, and audit entry.
 * No other function completes one.
 *
 * @param along writes of the calling use case
 * @throws `LostRace` if the appointment has changed since it was read
 */
export async function writeCompletion(
  call: Call,
  { appointment: found, confirmAboveCents, taxTerms, tickets, ...required }: CompletionFacts,
  input: CompletionInput,
  photos: readonly CompletionPhoto[],
  along = NO_EXTRA_WRITES,
): Promise<Recorded> {
  const { deps } = call;
  const { id } = found;
  const now = deps.clock.now();
  const code = await changedCode(call, found, input.promoCode);
  const appointment = { ...found, ...code.columns };
  const completion = completionOf(appointment, input, { now, confirmAboveCents, taxTerms });
  const { delivered, done, price, verdict, takenCents, seen } = completion;
  refuseUnfitCode({ ...appointment, ...done }, code, delivered);
  const changes = { ...completion.changes, ...code.columns };
  if (verdict === 'ask') throw needsConfirmation(completion);
  const isHeld = verdict === 'hold';
  const kinds = photos.map(({ kind }) => kind);
  const after = { ...appointment, ...changes };
  const ticket = ticketOf(call, appointment, tickets, input);
  const written = await writeGuarded(deps.db, {
    guard: changeUnchanged(
      deps.db.orm,
      found,
      { ...changes, ...ticket.columns },
      ...code.guards,
      ...along.guards,
      ...ticket.guards,
    ),
    audit: audit(call, {
      appointmentId: id,
      action: input.recordedReason === undefined ? 'appointment.completed' : 'appointment.recorded',
      before: {
        status: found.status,
        totalPriceCents: found.totalPriceCents,
        ...('promoCode' in code.columns && { code: found.promoCode ?? '' }),
        ...columnsOf(appointment, Object.keys(done)),
      },
      after: {
        status: 'completed',
        ...delivered,
        ...done,
        ...toPriceColumns(price),
        ...('promoCode' in code.columns && { code: code.columns.promoCode ?? '' }),
        ...seen,
        ...readingsIn(input),
        photos: kinds,
        ...(input.recordedReason !== undefined && { reason: input.recordedReason }),
        ...(isHeld && { reason: heldReason(takenCents) }),
      },
    }),
    also: [
      recordAction(call, input.actionKey, actionOf(input)),
      ...ticket.also,
      ...(appointment.testMode ? [] : debtsOf(appointment, completion, now).map(addingCharge)),
      puttingOnAccount(id),
      leavingToInvoice(id),
      claimingCharge(id, now),
      // If the driver was at another dock, the device's position isn't this dock's.
      input.position && after.dockId ? learningPosition(after.dockId, input.position) : null,
      isHeld ? heldForReview(call, appointment, completion) : null,
      ...(isByDriver(call, input)
        ? [
            ...addingMissingProof(call, { appointmentId: id, required, kinds }),
            addingMissingReadings(call, { appointmentId: id, required, input }),
          ]
        : []),
      ...photos.map((photo) =>
        addingPhoto({ id: deps.ids.next(), appointmentId: id, createdAt: now, ...photo }),
      ),
      // The customer is notified when an amount is charged, or when staff approve it.
      ...(isHeld && takenCents === 0
        ? []
        : notifyingByBilling(id, (isOnAccount) =>
            message(call, 'completed', { ...deliveryFacts(deps, after), takenCents, isOnAccount }),
          )),
      ...along.also,
    ],
    view: selectDebts(deps.db.orm, id),
  });
  const [[stored = written.changed], charges] = written.view;
  const debts = { appointment: stored, charges };
  return { debts, claimed: claimedIn(written.view, now) };
}

const heldReason = (takenCents: Cents) =>
  takenCents > 0
    ? `We’ll charge only ${formatDollars(takenCents)} now. Staff will review the rest.`
    : 'Staff will review the charge.';

/**
 * Staff can't take photos of a delivery they only heard about, so only a driver's completion can
 * lack proof.
 */
const isByDriver = ({ actor }: Call, { actionKey }: CompletionInput) =>
  actionKey !== undefined || roleOf(actor) === 'driver';
