import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { isRecordable } from '@/domain/appointment/status';
import { DomainError, MESSAGES } from '@/domain/errors';
import { formatGallons, type GallonTenths, NO_CENTS } from '@/domain/money';
import type { Delivered } from '@/domain/order/order';
import type { RefusedPress } from '@/domain/review/review';
import type { Acceptance } from '@/domain/review/review.schema';
import { findAppointment } from '../appointments/appointments.repository';
import { audit } from '../audit/audit';
import type { ProvableCall } from '../payments/concessions';
import { changePayload, endIfOpen, findReviewItem } from '../review/review.repository';
import { unknownItem } from '../review/review.usecases';
import { completeDelivery } from './completion.usecases';
import { correctDelivery } from './correction.usecases';
import { addingPressPhoto, pressOfItem } from './press-photo.usecases';

/** A completion as a device told it. */
type Told = RefusedPress & { actualGallonsTenths: GallonTenths };

/**
 * Records what a device told and the server had not accepted (D71, D92): for its own appointment, or
 * for `appointmentId` where the driver was at another one's dock. An open delivery is completed, a
 * cancelled one recorded, and a completed one corrected. Throws `needs_confirmation` with the total until
 * a person has confirmed it. Repeating it changes nothing.
 */
export async function acceptPress(call: ProvableCall, input: Acceptance): Promise<{ id: string }> {
  const { id } = input;
  const told = await claim(call, input);
  if (!told) return { id };
  const { recordedFor } = told;
  try {
    await record(call, { ...input, appointmentId: recordedFor }, told);
  } catch (error) {
    // After an outage it may be recorded all the same, and then only that delivery may have it.
    if (error instanceof DomainError && error.code !== 'unavailable') await release(call, id);
    throw error;
  }
  await endRecorded(call, id, told);
  return { id };
}

/**
 * Names the appointment that the item is recorded for, so that two people cannot record it for two.
 * Null for an item that has ended. Throws `conflict` where another one is named.
 */
function claim({ deps }: ProvableCall, { id, appointmentId }: Acceptance) {
  return untilHeld(async () => {
    const item = await findReviewItem(deps.db.orm, id);
    const told = item && toldBy(pressOfItem(item));
    if (!item || !told) throw unknownItem();
    if (item.state === 'done') return { ended: true as const };
    const recordedFor = appointmentId ?? told.recordedFor ?? item.appointmentId;
    if (recordedFor === null) throw new DomainError('not_found', MESSAGES.notFound);
    if (told.recordedFor !== undefined && told.recordedFor !== recordedFor) {
      throw new DomainError('conflict', 'This is being recorded for another delivery.');
    }
    const [named] = await changePayload(deps.db.orm, item, { recordedFor });
    return named ? { ...told, recordedFor } : null;
  }).then((found) => ('ended' in found ? null : found));
}

/** A press that says what was delivered; null for any other. */
function toldBy(press: RefusedPress | null): Told | null {
  const gallons = press?.actualGallonsTenths ?? null;
  return press && gallons !== null ? { ...press, actualGallonsTenths: gallons } : null;
}

function release({ deps }: ProvableCall, id: string): Promise<boolean> {
  return untilHeld(async () => {
    const item = await findReviewItem(deps.db.orm, id);
    if (item?.state !== 'open') return true;
    const [released] = await changePayload(deps.db.orm, item, { recordedFor: undefined });
    return released ? true : null;
  });
}

async function record(
  call: ProvableCall,
  { id, appointmentId, confirmedTotalCents }: Acceptance & { appointmentId: string },
  told: Told,
): Promise<void> {
  const row = await findAppointment(call.deps.db.orm, appointmentId);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  const delivered = {
    actualGallonsTenths: told.actualGallonsTenths,
    smallIceBags: told.smallIceBags ?? row.smallIceBags,
    largeIceBags: told.largeIceBags ?? row.largeIceBags,
  };
  const reason = `${told.by ?? 'A driver'} delivered it and told so from the device`;
  if (row.status === 'completed') {
    if (isRecorded(row, delivered)) return;
    const { version } = row;
    const correction = {
      id: row.id,
      version,
      requestId: `press-${id}`,
      reason,
      confirmedTotalCents,
    };
    await correctDelivery(call, { ...correction, ...delivered });
    return;
  }
  await completeDelivery(call, {
    ...{ id: row.id, ...delivered, notes: told.notes },
    ...(told.pressedAt !== null && { completedAt: told.pressedAt }),
    ...(isRecordable(row, call.deps.clock.now()) && { recordedReason: reason }),
    // Until a person confirms a total, none was seen, and any above zero is asked for.
    expectedTotalCents: confirmedTotalCents ?? NO_CENTS,
    confirmedTotalCents,
  });
}

const isRecorded = (row: AppointmentRow, delivered: Delivered) =>
  row.actualGallonsTenths === delivered.actualGallonsTenths &&
  row.smallIceBags === delivered.smallIceBags &&
  row.largeIceBags === delivered.largeIceBags;

/** Ends the item; its photo becomes the delivery's, unless that has one. */
async function endRecorded(
  call: ProvableCall,
  id: string,
  { recordedFor, actualGallonsTenths }: Told & { recordedFor: string },
): Promise<void> {
  const { deps, actor } = call;
  const item = await findReviewItem(deps.db.orm, id);
  const photo = item && pressOfItem(item)?.photo;
  const isOther = item !== null && item.appointmentId !== recordedFor;
  const note = `Completed with ${formatGallons(actualGallonsTenths)} gallons${isOther ? ', for another order' : ''}`;
  const done = { outcome: 'recorded', note, doneBy: actor.name } as const;
  await writeGuarded(deps.db, {
    guard: endIfOpen(deps.db.orm, id, { ...done, doneAt: deps.clock.now() }),
    audit: audit(call, {
      appointmentId: recordedFor,
      action: 'review.resolved',
      after: { kind: 'refused_action', outcome: 'recorded' },
    }),
    also: [photo ? addingPressPhoto(call, recordedFor, photo) : null],
  });
}
