import { NO_EXTRA_WRITES, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { RequiredProof } from '@/domain/appointment/proof';
import { assertTransition, isRecordable, statusInText } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars } from '@/domain/money';
import { toPriceColumns } from '@/domain/pricing/quote';
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
import type { StoredPhoto } from '../../photos/store-photo';
import {
  type CompletionInput,
  completionOf,
  debtsOf,
  heldForReview,
  needsConfirmation,
} from './completion';
import { addingMissingProof } from './missing-proof';
import { addingPhoto } from './photos.repository';
import { refuseMoved } from './refused-actions.usecases';
import type { Recorded } from './settle-completion.usecases';

export type KeptPhoto = StoredPhoto & { kind: 'receipt' | 'fuel' };

/** What a completion is decided on, as of one moment. */
export type CompletionFacts = {
  appointment: AppointmentRow;
  confirmAboveCents: Cents;
} & RequiredProof;

/** Throws where an open delivery may not be completed so, or not by this actor. */
export function refuseCompletion(
  { deps, actor }: Call,
  appointment: AppointmentRow,
  { shownDate, recordedReason }: CompletionInput,
) {
  refuseMoved(appointment, shownDate);
  if (recordedReason !== undefined) refuseUnlessRecordable(appointment, deps.clock.now());
  else assertTransition(appointment.status, 'completed', roleOf(actor));
}

/** No status follows `cancelled`. Recording its delivery is the only exception. */
function refuseUnlessRecordable(appointment: AppointmentRow, now: number) {
  if (isRecordable(appointment, now)) return;
  throw new DomainError(
    'conflict',
    `This appointment is ${statusInText(appointment.status)}, not cancelled. Complete it as usual.`,
  );
}

/** What the device's key names: this delivery, with what it says was delivered. */
export function actionOf({ id, actualGallonsTenths, smallIceBags, largeIceBags }: CompletionInput) {
  const said = { actualGallonsTenths, smallIceBags, largeIceBags };
  return { kind: 'completed', appointmentId: id, contentHash: fingerprintOf(said) };
}

const heldReason = (takenCents: Cents) =>
  takenCents > 0
    ? `Only ${formatDollars(takenCents)} is charged now. The rest waits for staff to look at it.`
    : 'The charge waits for staff to look at it.';

/** Only a person at the dock can send pictures of it: staff record what they were told. */
const isByDriver = ({ actor }: Call, { actionKey }: CompletionInput) =>
  actionKey !== undefined || roleOf(actor) === 'driver';

/**
 * Completes a delivery in one write, the only one that does: what was delivered, the frozen amount, the
 * debt, photos, message and audit entry. Throws `LostRace` if the appointment changed since it was read.
 *
 * @param along of the verb that completes
 */
export async function writeCompletion(
  call: Call,
  { appointment, confirmAboveCents, ...required }: CompletionFacts,
  input: CompletionInput,
  photos: readonly KeptPhoto[],
  along = NO_EXTRA_WRITES,
): Promise<Recorded> {
  const { deps } = call;
  const { id } = appointment;
  const now = deps.clock.now();
  const completion = completionOf(appointment, input, { now, confirmAboveCents });
  const { delivered, done, price, changes, verdict, takenCents, seen } = completion;
  if (verdict === 'ask') throw needsConfirmation(completion);
  const isHeld = verdict === 'hold';
  const kinds = photos.map(({ kind }) => kind);
  const after = { ...appointment, ...changes };
  const written = await writeGuarded(deps.db, {
    guard: changeUnchanged(deps.db.orm, appointment, changes, ...along.guards),
    audit: audit(call, {
      appointmentId: id,
      action: input.recordedReason === undefined ? 'appointment.completed' : 'appointment.recorded',
      before: {
        status: appointment.status,
        totalPriceCents: appointment.totalPriceCents,
        ...columnsOf(appointment, Object.keys(done)),
      },
      after: {
        status: 'completed',
        ...delivered,
        ...done,
        ...toPriceColumns(price),
        ...seen,
        photos: kinds,
        ...(input.recordedReason !== undefined && { reason: input.recordedReason }),
        ...(isHeld && { reason: heldReason(takenCents) }),
      },
    }),
    also: [
      recordAction(call, input.actionKey, actionOf(input)),
      ...(appointment.testMode ? [] : debtsOf(appointment, completion, now).map(addingCharge)),
      claimingCharge(id, now),
      // A driver who was at another place teaches nothing about the order's dock.
      input.position && after.dockId ? learningPosition(after.dockId, input.position) : null,
      isHeld ? heldForReview(call, appointment, completion) : null,
      ...(isByDriver(call, input)
        ? addingMissingProof(call, { appointmentId: id, required, kinds })
        : []),
      ...photos.map((photo) =>
        addingPhoto({ id: deps.ids.next(), appointmentId: id, createdAt: now, ...photo }),
      ),
      // A customer is told of an amount that is charged; of a held one once staff let it through.
      isHeld && takenCents === 0
        ? null
        : message(call, 'completed', { ...deliveryFacts(deps, after), takenCents }),
      ...along.also,
    ],
    view: selectDebts(deps.db.orm, id),
  });
  const [[stored = written.changed], charges] = written.view;
  const debts = { appointment: stored, charges };
  return { debts, claimed: claimedIn(written.view, now) };
}
