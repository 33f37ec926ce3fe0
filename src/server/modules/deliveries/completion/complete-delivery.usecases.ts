import { retryOnConflict } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { RecordedDelivery } from '@/domain/appointment/completion.schema';
import { deliveredBags } from '@/domain/appointment/shown-order';
import { DomainError } from '@/domain/errors';
import { formatGallons, NO_GALLONS } from '@/domain/money';
import { hasFigures } from '@/domain/order/order';
import type { Call, UserCall } from '@/server/config/call';
import { deliverableRow } from '../../appointments/access';
import { selectAppointment } from '../../appointments/appointments.repository';
import { selectBusinessSettings } from '../../business-settings/business-settings.repository';
import { businessSettingsOf } from '../../business-settings/business-settings.usecases';
import { isDone } from '../../device-actions/device-action';
import { selectAction } from '../../device-actions/device-actions.repository';
import { storePhoto, withStored } from '../../photos/store-photo';
import { selectTaxFacts } from '../../taxes/taxes.repository';
import { taxTermsOf } from '../../taxes/taxes.usecases';
import { selectTicketFacts } from '../../trucks/tickets.repository';
import type { CompletionInput } from './figures';
import { orTellStaff, type SentAction } from './refused-actions.usecases';
import { type CompletionResult, type Recorded, settleCompletion } from './settle.usecases';
import { ticketFactsOf } from './ticket';
import {
  actionOf,
  type CompletionFacts,
  type CompletionPhoto,
  refuseCompletion,
  writeCompletion,
} from './write.usecases';

/**
 * Completes a delivery, for staff and drivers alike. One write (`writeCompletion`) records the
 * figures, the price, the debt, photos, message, and audit entry. The card is charged afterward,
 * and a failed or pending charge doesn't undo the delivery. Repeating the call changes nothing and
 * returns the current state.
 * @throws `needs_confirmation` with the total if a person's figures are far from the order and not
 * confirmed yet. From a device they are recorded, and the charge goes to review.
 * @throws `conflict` if another call completed the delivery with other figures, so that nobody
 * mistakes those for their own. A device's figures then go to Needs attention.
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

/**
 * Records that a cancelled appointment was delivered after all, and charges its card like any
 * completion. Only this use case may exceed the time window's capacity, and the row stores the
 * reason. Repeating the call changes nothing.
 *
 * @throws `conflict` if the appointment is neither cancelled nor completed; `needs_confirmation` as
 *   `completeDelivery` does
 */
export function recordDelivery(
  call: UserCall,
  { reason, ...delivered }: RecordedDelivery,
): Promise<CompletionResult> {
  return completeDelivery(call, { ...delivered, recordedReason: reason });
}

function sentActionOf(input: CompletionInput): SentAction {
  const { id, actionKey, actualGallonsTenths, completedAt } = input;
  const { smallIceBags, largeIceBags, shown, notes } = input;
  const { meterStartTenths, meterEndTenths, truckId, ticket } = input;
  return {
    id,
    actionKey,
    actualGallonsTenths,
    smallIceBags,
    largeIceBags,
    shown,
    notes,
    ...(meterStartTenths !== undefined && { meterStartTenths }),
    ...(meterEndTenths !== undefined && { meterEndTenths }),
    ...(truckId !== undefined && { truckId }),
    ...(ticket && { ticket }),
    kind: 'complete',
    text: `completed with ${formatGallons(actualGallonsTenths)} gallons`,
    pressedAt: completedAt === undefined ? null : String(completedAt),
  };
}

/**
 * @returns the appointment, open or already completed
 * @throws if this input may neither complete nor repeat it
 */
async function readForCompletion(
  { deps, actor }: Call,
  input: CompletionInput,
): Promise<CompletionFacts> {
  const { id, actionKey } = input;
  const [[found], [known], [settings], [taxFacts], ...ofTicket] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectAction(orm, actor, actionKey),
    selectBusinessSettings(orm),
    selectTaxFacts(orm, id),
    ...selectTicketFacts(orm, id, input.ticket),
  ]);
  const appointment = deliverableRow(actor, found ?? null);
  const done = isDone(known, actionOf(input));
  if (appointment.status !== 'completed') {
    refuseCompletion({ deps, actor }, appointment, input);
  } else if (isContradicted(appointment, input, { done })) {
    const delivered = formatGallons(appointment.actualGallonsTenths ?? NO_GALLONS);
    throw new DomainError(
      'conflict',
      `Someone already completed this delivery with ${delivered} gallons.`,
    );
  }
  const taxTerms = taxTermsOf(appointment, taxFacts);
  const tickets = ticketFactsOf(ofTicket);
  return { appointment, taxTerms, tickets, ...businessSettingsOf(deps, settings) };
}

/** The person saw a total, so they must be notified if other figures were recorded. */
const isShown = ({ actionKey, expectedTotalCents, confirmedTotalCents }: CompletionInput) =>
  actionKey === undefined && (expectedTotalCents ?? confirmedTotalCents) !== undefined;

/**
 * True if the completion differs from the recorded one, so that its figures would be lost silently.
 */
function isContradicted(row: AppointmentRow, input: CompletionInput, { done }: { done: boolean }) {
  const isLate = input.actionKey !== undefined && !done;
  if (isLate && input.notes && input.notes !== row.notes) return true;
  return (isShown(input) || isLate) && hasOtherFigures(row, input);
}

function hasOtherFigures(row: AppointmentRow, input: CompletionInput): boolean {
  const { actualGallonsTenths } = input;
  return !hasFigures(row, { actualGallonsTenths, ...deliveredBags(row, input) });
}

/**
 * Step A of the completion, which records it.
 *
 * @returns null if another call completed the delivery first
 */
async function recordCompletion(
  call: Call,
  first: CompletionFacts,
  input: CompletionInput,
): Promise<Recorded | null> {
  const photos = await storePhotos(call, input);
  // If another call completed the delivery first, the photos of this call are deleted.
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

async function storePhotos(call: Call, input: CompletionInput): Promise<CompletionPhoto[]> {
  const stored: CompletionPhoto[] = [];
  for (const [kind, dataUrl] of [
    ['receipt', input.receiptPhoto],
    ['fuel', input.fuelPhoto],
  ] as const) {
    if (!dataUrl) continue;
    stored.push({ kind, ...(await storePhoto(call, { dataUrl, folder: input.id })) });
  }
  return stored;
}
