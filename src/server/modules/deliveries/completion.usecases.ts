import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { assertTransition, isRecordable, statusInText } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars, formatGallons, NO_GALLONS } from '@/domain/money';
import { toPriceColumns } from '@/domain/pricing/quote';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { deliverableRow, roleOf } from '../appointments/access';
import { changeUnchanged, selectAppointment } from '../appointments/appointments.repository';
import { deliveryFacts } from '../appointments/delivery-link';
import { audit } from '../audit/audit';
import { fingerprintOf } from '../auth/tokens';
import { learningPosition } from '../boats/docks.repository';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { isDone } from '../device-actions/device-action';
import { recordAction, selectAction } from '../device-actions/device-actions.repository';
import { message } from '../messages/message';
import { claimedIn, claimingCharge, selectDebts } from '../payments/charge-attempts.repository';
import { addingCharge } from '../payments/charges.repository';
import { type StoredPhoto, storePhoto } from '../photos/store-photo';
import {
  type CompletionInput,
  completionOf,
  debtsOf,
  heldForReview,
  needsConfirmation,
} from './completion';
import { addingPhoto } from './photos.repository';
import { orTellStaff, type Press, refuseMoved } from './refused-actions.usecases';
import {
  type CompletionResult,
  type Recorded,
  settleCompletion,
} from './settle-completion.usecases';

type KeptPhoto = StoredPhoto & { kind: 'receipt' | 'fuel' };

/**
 * Completes a delivery: the only function that does, for staff and drivers alike (D36). First, in
 * one write: what was delivered, the frozen amount, the debt, photos, message and audit entry. Then
 * the charge, which may fail or wait without taking the delivery back (D30). Repeating it changes
 * nothing and returns how things stand. Figures far from the order throw `needs_confirmation` with the
 * total, until it is confirmed; from a device they are recorded, and the charge waits for staff (D90).
 * What a person saw, or a device sends late with its key, must not be lost unseen: when another call
 * completed it meanwhile with other figures, that is a `conflict`; staff find a device's in their queue.
 */
export async function completeDelivery(
  call: Call,
  input: CompletionInput,
): Promise<CompletionResult> {
  const recorded = await orTellStaff(call, pressOf(input), async () => {
    const read = await readForCompletion(call, input);
    if (read.appointment.status === 'completed') return null;
    return recordCompletion(call, read, input);
  });
  return settleCompletion(call.deps, input.id, recorded);
}

function pressOf(input: CompletionInput): Press {
  const { id, actionKey, actualGallonsTenths, completedAt } = input;
  const { smallIceBags, largeIceBags, notes } = input;
  return {
    ...{ id, actionKey, actualGallonsTenths, smallIceBags, largeIceBags, notes },
    kind: 'complete',
    text: `complete with ${formatGallons(actualGallonsTenths)} gallons`,
    pressedAt: completedAt === undefined ? null : String(completedAt),
  };
}

type Read = { appointment: AppointmentRow; confirmAboveCents: Cents };

/** The appointment, to be completed or completed already. Throws where the input may do neither. */
async function readForCompletion({ deps, actor }: Call, input: CompletionInput): Promise<Read> {
  const { id, actionKey } = input;
  const [[found], [known], [settings]] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectAction(orm, actor, actionKey),
    selectBusinessSettings(orm),
  ]);
  const appointment = deliverableRow(actor, found ?? null);
  const done = isDone(known, actionOf(input));
  if (appointment.status !== 'completed') {
    refuseMoved(appointment, input.shownDate);
    if (input.recordedReason !== undefined) refuseUnlessRecordable(appointment, deps.clock.now());
    else assertTransition(appointment.status, 'completed', roleOf(actor));
  } else if (saysOther(appointment, input, { done })) {
    const delivered = formatGallons(appointment.actualGallonsTenths ?? NO_GALLONS);
    throw new DomainError(
      'conflict',
      `This delivery was completed meanwhile, with ${delivered} gallons.`,
    );
  }
  return { appointment, ...businessSettingsOf(deps, settings) };
}

/** A person or a driver saw what it comes to: other figures must not pass for theirs. */
const isShown = ({ actionKey, expectedTotalCents, confirmedTotalCents }: CompletionInput) =>
  actionKey === undefined && (expectedTotalCents ?? confirmedTotalCents) !== undefined;

/** Whether a completion would be lost beside the one that is recorded. */
function saysOther(row: AppointmentRow, input: CompletionInput, { done }: { done: boolean }) {
  const isLate = input.actionKey !== undefined && !done;
  if (isLate && input.notes && input.notes !== row.notes) return true;
  return (isShown(input) || isLate) && hasOtherFigures(row, input);
}

function hasOtherFigures(row: AppointmentRow, input: CompletionInput): boolean {
  const { actualGallonsTenths, smallIceBags = row.smallIceBags } = input;
  const { largeIceBags = row.largeIceBags } = input;
  return (
    row.actualGallonsTenths !== actualGallonsTenths ||
    row.smallIceBags !== smallIceBags ||
    row.largeIceBags !== largeIceBags
  );
}

/** D34 lets no appointment leave `cancelled`; recording its delivery is the one exception (D92). */
function refuseUnlessRecordable(appointment: AppointmentRow, now: number) {
  if (isRecordable(appointment, now)) return;
  throw new DomainError(
    'conflict',
    `This appointment is ${statusInText(appointment.status)}, not cancelled. Complete it as usual.`,
  );
}

/** What the device's key names: this delivery, with what it says was delivered. */
function actionOf({ id, actualGallonsTenths, smallIceBags, largeIceBags }: CompletionInput) {
  const said = { actualGallonsTenths, smallIceBags, largeIceBags };
  return { kind: 'completed', appointmentId: id, contentHash: fingerprintOf(said) };
}

/** Step A; null where another call was faster. */
async function recordCompletion(
  call: Call,
  first: Read,
  input: CompletionInput,
): Promise<Recorded | null> {
  const { deps } = call;
  const photos = await storePhotos(deps, input);
  let known: Read | null = first;
  let ours: Recorded | null = null;
  try {
    await untilHeld(async () => {
      const read = known ?? (await readForCompletion(call, input));
      known = null;
      if (read.appointment.status === 'completed') return 'completed';
      ours = await writeCompletion(call, read, input, photos);
      return ours;
    });
    return ours;
  } finally {
    // Another call completed it first, or the write failed: our photos belong to nothing.
    if (!ours) await Promise.all(photos.map((photo) => deps.photos.remove(photo.storageKey)));
  }
}

async function storePhotos(deps: Deps, input: CompletionInput): Promise<KeptPhoto[]> {
  const kept: KeptPhoto[] = [];
  for (const [kind, dataUrl] of [
    ['receipt', input.receiptPhoto],
    ['fuel', input.fuelPhoto],
  ] as const) {
    if (!dataUrl) continue;
    kept.push({ kind, ...(await storePhoto({ deps }, { dataUrl, folder: input.id })) });
  }
  return kept;
}

const heldReason = (takenCents: Cents) =>
  takenCents > 0
    ? `Only ${formatDollars(takenCents)} is charged now. The rest waits for staff to look at it.`
    : 'The charge waits for staff to look at it.';

/** Null when the appointment is not as it was read any more. */
async function writeCompletion(
  call: Call,
  { appointment, confirmAboveCents }: Read,
  input: CompletionInput,
  photos: KeptPhoto[],
): Promise<Recorded | null> {
  const { deps } = call;
  const { id } = appointment;
  const now = deps.clock.now();
  const completion = completionOf(appointment, input, { now, confirmAboveCents });
  const { delivered, price, changes, verdict, takenCents, seen } = completion;
  if (verdict === 'ask') throw needsConfirmation(completion);
  const isHeld = verdict === 'hold';
  const after = { ...appointment, ...changes };
  const written = await writeGuarded(deps.db, {
    guard: changeUnchanged(deps.db.orm, appointment, changes),
    audit: audit(call, {
      appointmentId: id,
      action: input.recordedReason === undefined ? 'appointment.completed' : 'appointment.recorded',
      before: { status: appointment.status, totalPriceCents: appointment.totalPriceCents },
      after: {
        status: 'completed',
        ...delivered,
        ...toPriceColumns(price),
        ...seen,
        photos: photos.map(({ kind }) => kind),
        ...(input.recordedReason !== undefined && { reason: input.recordedReason }),
        ...(isHeld && { reason: heldReason(takenCents) }),
      },
    }),
    also: [
      recordAction(call, input.actionKey, actionOf(input)),
      ...(appointment.testMode ? [] : debtsOf(appointment, completion, now).map(addingCharge)),
      claimingCharge(id, now),
      input.position && appointment.dockId
        ? learningPosition(appointment.dockId, input.position)
        : null,
      isHeld ? heldForReview(call, appointment, completion) : null,
      ...photos.map((photo) =>
        addingPhoto({ id: deps.ids.next(), appointmentId: id, createdAt: now, ...photo }),
      ),
      // A customer is told of an amount that is charged; of a held one once staff let it through.
      isHeld && takenCents === 0
        ? null
        : message(call, 'completed', { ...deliveryFacts(deps, after), takenCents }),
    ],
    view: selectDebts(deps.db.orm, id),
  });
  if (!written) return null;
  const [[stored = written.changed], charges] = written.view;
  const debts = { appointment: stored, charges };
  return { debts, claimed: claimedIn(written.view, now) };
}
