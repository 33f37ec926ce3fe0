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
  type ReviewRow,
  selectReviewItem,
} from '../../review/review.repository';
import { unknownItem } from '../../review/review.usecases';
import { correctDelivery } from '../correction/correct-delivery.usecases';
import { addingActionPhoto, refusedActionOf } from './refused-action-photo.usecases';
import { type Recorded, settleCompletion } from './settle-completion.usecases';
import {
  type CompletionFacts,
  refuseCompletion,
  writeCompletion,
} from './write-completion.usecases';

/** A completion as a device told it. */
type Told = RefusedAction & { actualGallonsTenths: GallonTenths };

/** An open item, what it says, and the appointment that it is to be recorded for. */
type Found = CompletionFacts & { item: ReviewRow; told: Told };

/** What is left to settle; null where nothing is. */
type Settlement = { recorded: Recorded | null };
const NOTHING_LEFT: Settlement = { recorded: null };

/**
 * Records what a device told and the server had not accepted: for its own appointment, or
 * for `appointmentId` where the driver was at another one's dock. An open delivery is completed, a
 * cancelled one recorded, and a completed one corrected; the same write ends the item, so it is recorded
 * once. Throws `needs_confirmation` with the total until a person has confirmed it. Repeating it changes
 * nothing.
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
      if (!isRefused) await nameTried(call, found).catch(() => {});
      throw error;
    }
  });
  if (recorded) await settleCompletion(call.deps, recorded.debts.appointment.id, recorded);
  return { id: input.id };
}

/** For so long (ms) after a try without an answer another person may be recording the item. */
const TRIED_MS = 5 * 60_000;

/** Null for an item that has ended. Throws `conflict` where it may be recorded for another one right now. */
async function readRefusedAction(
  { deps }: ProvableCall,
  { id, appointmentId }: Acceptance,
): Promise<Found | null> {
  const [[item], [appointment], [settings]] = await deps.db.read((orm) => [
    selectReviewItem(orm, id),
    selectAppointment(orm, appointmentId ?? appointmentOfAction(id)),
    selectBusinessSettings(orm),
  ]);
  const told = item && toldBy(refusedActionOf(item));
  if (!item || !told) throw unknownItem();
  if (item.state === 'done') return null;
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const tries = Object.values(told.recorders ?? {});
  const isTried = tries.some((begunAt) => begunAt > deps.clock.now() - TRIED_MS);
  if (isTried && told.recordedFor !== appointment.id) {
    throw new DomainError('conflict', 'This is being recorded for another delivery.');
  }
  return { item, told, appointment, ...businessSettingsOf(deps, settings) };
}

/** A device action that says what was delivered; null for any other. */
function toldBy(action: RefusedAction | null): Told | null {
  const gallons = action?.actualGallonsTenths ?? null;
  return action && gallons !== null ? { ...action, actualGallonsTenths: gallons } : null;
}

/** After an outage it may be recorded all the same, and then no one is to believe it was for another one. */
async function nameTried({ deps }: ProvableCall, { item, told, appointment }: Found) {
  await changePayload(deps.db.orm, item, {
    recordedFor: appointment.id,
    recorders: { ...told.recorders, [deps.ids.next()]: deps.clock.now() },
  });
}

async function record(
  call: ProvableCall,
  { id, confirmedTotalCents }: Acceptance,
  found: Found,
): Promise<Settlement> {
  const { told, appointment } = found;
  const delivered = {
    actualGallonsTenths: told.actualGallonsTenths,
    ...deliveredBags(appointment, told),
  };
  const reason = `${told.by ?? 'A driver'} delivered it and told so from the device`;
  if (appointment.status === 'completed') {
    if (hasFigures(appointment, delivered)) return endAlone(call, found);
    const { id: appointmentId, version } = appointment;
    const names = { id: appointmentId, version, requestId: `press-${id}`, reason };
    const correction = { ...names, ...delivered, confirmedTotalCents };
    await correctDelivery(call, correction, ending(call, found));
    return NOTHING_LEFT;
  }
  const completion = {
    ...{ id: appointment.id, ...delivered, notes: told.notes },
    ...shownBy(found),
    ...(told.pressedAt !== null && { completedAt: told.pressedAt }),
    ...(isRecordable(appointment, call.deps.clock.now()) && { recordedReason: reason }),
    // Before the confirmation the person has seen no total, so any total above zero needs it.
    expectedTotalCents: confirmedTotalCents ?? NO_CENTS,
    confirmedTotalCents,
  };
  refuseCompletion(call, appointment, completion);
  const recorded = await writeCompletion(call, found, completion, [], ending(call, found));
  return { recorded };
}

/** What the device showed of its own order; the place is the one that staff record it for. */
function shownBy({ item, told, appointment }: Found): { shown?: ShownOrder } {
  if (!told.shown || item.appointmentId !== appointment.id) return {};
  const { location, slipNumber } = appointment;
  return { shown: { ...told.shown, location, slipNumber } };
}

/** Ends the item with the write that records it; its pictures become the delivery's, unless that has them. */
function ending(call: ProvableCall, found: Found): ExtraWrites {
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

/** The same where the delivery says already what the device told. */
async function endAlone(call: ProvableCall, found: Found): Promise<Settlement> {
  const { entry, said, done, pictures } = endOf(call, found);
  await writeGuarded(call.deps.db, {
    // A photo that came since it was read belongs to the delivery too.
    guard: endUnchanged(call.deps.db.orm, found.item, said, done),
    audit: entry,
    also: pictures,
  });
  return NOTHING_LEFT;
}

function endOf(call: ProvableCall, { item, told, appointment }: Found) {
  const { deps, actor } = call;
  const isOther = item.appointmentId !== appointment.id;
  const note = `Completed with ${formatGallons(told.actualGallonsTenths)} gallons${isOther ? ', for another order' : ''}`;
  const done: Done = { outcome: 'recorded', note, doneBy: actor.name, doneAt: deps.clock.now() };
  const entry = audit(call, {
    appointmentId: appointment.id,
    action: 'review.resolved',
    after: { kind: 'refused_action', outcome: 'recorded' },
  });
  return {
    ...{ entry, done },
    /** A photo that comes later joins the delivery. */
    said: { recordedFor: appointment.id },
    pictures: [told.photo, told.proof].flatMap((one) =>
      one ? addingActionPhoto(call, appointment.id, one) : [],
    ),
  };
}
