import { type ExtraWrites, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { deliveredBags, type ShownOrder } from '@/domain/appointment/shown-order';
import { isRecordable } from '@/domain/appointment/status';
import { DomainError, MESSAGES } from '@/domain/errors';
import { formatGallons, type GallonTenths, NO_CENTS } from '@/domain/money';
import { hasFigures } from '@/domain/order/order';
import type { RefusedAction } from '@/domain/review/review';
import type { Acceptance } from '@/domain/review/review.schema';
import { selectAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { selectBusinessSettings } from '../../business-settings/business-settings.repository';
import { businessSettingsOf } from '../../business-settings/business-settings.usecases';
import type { ProvableCall } from '../../payments/refunds/concessions';
import {
  appointmentOfAction,
  changePayload,
  type Done,
  endUnchanged,
  isOpenAsRead,
  numberInItem,
  type ReviewRow,
  selectReviewItem,
} from '../../review/review.repository';
import { unknownItem } from '../../review/review.usecases';
import { selectTaxFacts } from '../../taxes/taxes.repository';
import { taxTermsOf } from '../../taxes/taxes.usecases';
import { selectTicketFacts } from '../../trucks/tickets.repository';
import { correctDelivery } from '../correction/correct-delivery.usecases';
import { addingActionPhoto, refusedActionOf } from './refused-action-photo.usecases';
import { type Recorded, settleCompletion } from './settle.usecases';
import { ticketFactsOf } from './ticket';
import { type CompletionFacts, refuseCompletion, writeCompletion } from './write.usecases';

type SentCompletion = RefusedAction & { actualGallonsTenths: GallonTenths };

/** An open review item, the completion it contains, and the appointment it will be recorded for. */
type RefusedCompletion = CompletionFacts & { item: ReviewRow; sent: SentCompletion };

/** `recorded` is null if there is no new charge to settle. */
type Settlement = { recorded: Recorded | null };
const NOTHING_LEFT: Settlement = { recorded: null };

/**
 * Records a completion that a device sent and the server refused. It counts for its own
 * appointment, or for `appointmentId` if the driver was at another dock. An open delivery is
 * completed, a cancelled one is recorded, and a completed one is corrected. The same write ends the
 * item, so it is recorded once. Repeating the call changes nothing.
 *
 * @throws `needs_confirmation` with the total until a person has confirmed it; `conflict` while
 *   someone records the item for another delivery
 */
export async function acceptRefusedAction(
  call: ProvableCall,
  input: Acceptance,
): Promise<{ id: string }> {
  const { recorded } = await retryOnConflict(async () => {
    const found = await readRefusedAction(call, input);
    if (!found) return NOTHING_LEFT;
    try {
      return await record(call, input, found);
    } catch (error) {
      const isRefused = error instanceof DomainError && error.code !== 'unavailable';
      if (!isRefused) await noteTry(call, found).catch(() => {});
      throw error;
    }
  });
  if (recorded) await settleCompletion(call.deps, recorded.debts.appointment.id, recorded);
  return { id: input.id };
}

/** If a try to record the item got no answer, it may still be in progress for this long (ms). */
const TRIED_MS = 5 * 60_000;

/**
 * @returns null for an item that has ended
 * @throws `conflict` if it may be recorded for another delivery right now
 */
async function readRefusedAction(
  { deps }: ProvableCall,
  { id, appointmentId }: Acceptance,
): Promise<RefusedCompletion | null> {
  const deliveryId = appointmentId ?? appointmentOfAction(id);
  const [[item], [appointment], [settings], [taxFacts], ...ofTicket] = await deps.db.read((orm) => [
    selectReviewItem(orm, id),
    selectAppointment(orm, deliveryId),
    selectBusinessSettings(orm),
    selectTaxFacts(orm, deliveryId),
    ...selectTicketFacts(orm, deliveryId, numberInItem(id)),
  ]);
  const sent = item && completionSentBy(refusedActionOf(item));
  if (!item || !sent) throw unknownItem();
  if (item.state === 'done') return null;
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const tries = Object.values(sent.recorders ?? {});
  const isTried = tries.some((begunAt) => begunAt > deps.clock.now() - TRIED_MS);
  if (isTried && sent.recordedFor !== appointment.id) {
    throw new DomainError(
      'conflict',
      'This is being recorded for another delivery. Try again in 5 minutes.',
    );
  }
  const taxTerms = taxTermsOf(appointment, taxFacts);
  const tickets = ticketFactsOf(ofTicket);
  return { item, sent, appointment, taxTerms, tickets, ...businessSettingsOf(deps, settings) };
}

/** Returns the action with its figures, or null if it isn't a completion. */
function completionSentBy(action: RefusedAction | null): SentCompletion | null {
  const gallons = action?.actualGallonsTenths ?? null;
  return action && gallons !== null ? { ...action, actualGallonsTenths: gallons } : null;
}

/** The readings, the truck, and the ticket number that the device sent. */
const metered = ({ meterStartTenths, meterEndTenths, truckId, ticket }: SentCompletion) => ({
  ...(meterStartTenths !== undefined && { meterStartTenths }),
  ...(meterEndTenths !== undefined && { meterEndTenths }),
  ...(truckId !== undefined && { truckId }),
  ...(ticket && { ticket }),
});

/**
 * The write may have succeeded without an answer. So we store for which delivery it was tried, and
 * nobody can record the action for another one.
 */
async function noteTry({ deps }: ProvableCall, { item, sent, appointment }: RefusedCompletion) {
  await changePayload(deps.db.orm, item, {
    recordedFor: appointment.id,
    recorders: { ...sent.recorders, [deps.ids.next()]: deps.clock.now() },
  });
}

async function record(
  call: ProvableCall,
  { id, confirmedTotalCents }: Acceptance,
  found: RefusedCompletion,
): Promise<Settlement> {
  const { sent, appointment } = found;
  const delivered = {
    actualGallonsTenths: sent.actualGallonsTenths,
    ...deliveredBags(appointment, sent),
  };
  const reason = `${sent.by ?? 'A driver'} recorded this delivery on a device`;
  if (appointment.status === 'completed') {
    if (hasFigures(appointment, delivered)) return endAlone(call, found);
    const { id: appointmentId, version } = appointment;
    const names = { id: appointmentId, version, requestId: `press-${id}`, reason };
    const correction = { ...names, ...delivered, confirmedTotalCents };
    await correctDelivery(call, correction, ending(call, found));
    return NOTHING_LEFT;
  }
  const completion = {
    id: appointment.id,
    ...delivered,
    notes: sent.notes,
    ...metered(sent),
    ...shownBy(found),
    ...(sent.pressedAt !== null && { completedAt: sent.pressedAt }),
    ...(isRecordable(appointment, call.deps.clock.now()) && { recordedReason: reason }),
    // Before the confirmation, the person hasn't seen a total, so any total above zero needs one.
    expectedTotalCents: confirmedTotalCents ?? NO_CENTS,
    confirmedTotalCents,
  };
  refuseCompletion(call, appointment, completion);
  const recorded = await writeCompletion(call, found, completion, [], ending(call, found));
  return { recorded };
}

/**
 * The device only showed the action's own order. The place is that of the appointment that staff
 * chose.
 */
function shownBy({ item, sent, appointment }: RefusedCompletion): { shown?: ShownOrder } {
  if (!sent.shown || item.appointmentId !== appointment.id) return {};
  const { location, slipNumber } = appointment;
  return { shown: { ...sent.shown, location, slipNumber } };
}

/** Ends the item in the write that records the delivery, and moves its photos to the delivery. */
function ending(call: ProvableCall, found: RefusedCompletion): ExtraWrites {
  const { item } = found;
  const { entry, said, done, pictures } = endOf(call, found);
  return {
    guards: [isOpenAsRead(item)],
    also: [
      (orm, onlyIf) => endUnchanged(orm, item, said, done, onlyIf),
      entry.write,
      entry.details,
      ...pictures,
    ],
  };
}

/** Ends the item of a delivery that already has the figures from the device. */
async function endAlone(call: ProvableCall, found: RefusedCompletion): Promise<Settlement> {
  const { entry, said, done, pictures } = endOf(call, found);
  await writeGuarded(call.deps.db, {
    // A photo that arrives after the read also belongs to the delivery.
    guard: endUnchanged(call.deps.db.orm, found.item, said, done),
    audit: entry,
    also: pictures,
  });
  return NOTHING_LEFT;
}

function endOf(call: ProvableCall, { item, sent, appointment }: RefusedCompletion) {
  const { deps, actor } = call;
  const isOther = item.appointmentId !== appointment.id;
  const note = `Completed with ${formatGallons(sent.actualGallonsTenths)} gallons${isOther ? ', for another delivery' : ''}`;
  const done: Done = { outcome: 'recorded', note, doneBy: actor.name, doneAt: deps.clock.now() };
  const entry = audit(call, {
    appointmentId: appointment.id,
    action: 'review.resolved',
    after: { kind: 'refused_action', outcome: 'recorded' },
  });
  return {
    entry,
    done,
    /** Assigns a photo that arrives later to this delivery. */
    said: { recordedFor: appointment.id },
    pictures: [sent.photo, sent.proof].flatMap((one) =>
      one ? addingActionPhoto(call, appointment.id, one) : [],
    ),
  };
}
