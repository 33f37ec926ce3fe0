import { retryOnConflict } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { deliveredBags } from '@/domain/appointment/shown-order';
import { DomainError } from '@/domain/errors';
import { formatGallons, NO_GALLONS } from '@/domain/money';
import { hasFigures } from '@/domain/order/order';
import type { Call } from '@/server/config/call';
import { deliverableRow } from '../../appointments/access';
import { selectAppointment } from '../../appointments/appointments.repository';
import { selectBusinessSettings } from '../../business-settings/business-settings.repository';
import { businessSettingsOf } from '../../business-settings/business-settings.usecases';
import { isDone } from '../../device-actions/device-action';
import { selectAction } from '../../device-actions/device-actions.repository';
import { storePhoto, withStored } from '../../photos/store-photo';
import type { CompletionInput } from './completion';
import { orTellStaff, type SentAction } from './refused-actions.usecases';
import {
  type CompletionResult,
  type Recorded,
  settleCompletion,
} from './settle-completion.usecases';
import {
  actionOf,
  type CompletionFacts,
  type KeptPhoto,
  refuseCompletion,
  writeCompletion,
} from './write-completion.usecases';

/**
 * Completes a delivery, for staff and drivers alike. First, in
 * one write (`writeCompletion`): what was delivered, the frozen amount, the debt, photos, message and audit entry. Then
 * the charge, which may fail or wait without taking the delivery back. Repeating it changes
 * nothing and returns how things stand. Figures far from the order throw `needs_confirmation` with the
 * total, until it is confirmed; from a device they are recorded, and the charge waits for staff.
 * What a person saw, or a device sends late with its key, must not be lost unseen: when another call
 * completed it meanwhile with other figures, that is a `conflict`; staff find a device's in their queue.
 */
export async function completeDelivery(
  call: Call,
  input: CompletionInput,
): Promise<CompletionResult> {
  const recorded = await orTellStaff(call, sentActionOf(input), async () => {
    const read = await readForCompletion(call, input);
    if (read.appointment.status === 'completed') return null;
    return recordCompletion(call, read, input);
  });
  return settleCompletion(call.deps, input.id, recorded);
}

function sentActionOf(input: CompletionInput): SentAction {
  const { id, actionKey, actualGallonsTenths, completedAt } = input;
  const { smallIceBags, largeIceBags, shown, notes } = input;
  return {
    ...{ id, actionKey, actualGallonsTenths, smallIceBags, largeIceBags, shown, notes },
    kind: 'complete',
    text: `complete with ${formatGallons(actualGallonsTenths)} gallons`,
    pressedAt: completedAt === undefined ? null : String(completedAt),
  };
}

/** The appointment, to be completed or completed already. Throws where the input may do neither. */
async function readForCompletion(
  { deps, actor }: Call,
  input: CompletionInput,
): Promise<CompletionFacts> {
  const { id, actionKey } = input;
  const [[found], [known], [settings]] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectAction(orm, actor, actionKey),
    selectBusinessSettings(orm),
  ]);
  const appointment = deliverableRow(actor, found ?? null);
  const done = isDone(known, actionOf(input));
  if (appointment.status !== 'completed') {
    refuseCompletion({ deps, actor }, appointment, input);
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
  const { actualGallonsTenths } = input;
  return !hasFigures(row, { actualGallonsTenths, ...deliveredBags(row, input) });
}

/** Step A; null where another call was faster. */
async function recordCompletion(
  call: Call,
  first: CompletionFacts,
  input: CompletionInput,
): Promise<Recorded | null> {
  const photos = await storePhotos(call, input);
  // Where another call completed it first, our photos belong to nothing.
  return withStored(call, photos, async () => {
    let ours: Recorded | null = null;
    await retryOnConflict(async (known) => {
      const read = known ?? (await readForCompletion(call, input));
      if (read.appointment.status === 'completed') return 'completed';
      ours = await writeCompletion(call, read, input, photos);
      return ours;
    }, first);
    return ours;
  });
}

async function storePhotos(call: Call, input: CompletionInput): Promise<KeptPhoto[]> {
  const kept: KeptPhoto[] = [];
  for (const [kind, dataUrl] of [
    ['receipt', input.receiptPhoto],
    ['fuel', input.fuelPhoto],
  ] as const) {
    if (!dataUrl) continue;
    kept.push({ kind, ...(await storePhoto(call, { dataUrl, folder: input.id })) });
  }
  return kept;
}
