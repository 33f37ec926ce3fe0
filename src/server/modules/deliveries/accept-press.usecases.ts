import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { isRecordable } from '@/domain/appointment/status';
import { DomainError, MESSAGES } from '@/domain/errors';
import { formatGallons, type GallonTenths, NO_CENTS } from '@/domain/money';
import type { Delivered } from '@/domain/order/order';
import type { RefusedPress } from '@/domain/review/review';
import type { Acceptance } from '@/domain/review/review.schema';
import { selectAppointment } from '../appointments/appointments.repository';
import { audit } from '../audit/audit';
import type { ProvableCall } from '../payments/concessions';
import {
  appointmentOfPress,
  changePayload,
  endUnchanged,
  findReviewItem,
  type ReviewRow,
  selectReviewItem,
} from '../review/review.repository';
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
  const claimed = await claim(call, input);
  if (!claimed) return { id };
  try {
    await record(call, input, claimed);
  } catch (error) {
    // After an outage it may be recorded all the same, and then only that delivery may have it.
    if (error instanceof DomainError && error.code !== 'unavailable') await release(call, claimed);
    throw error;
  }
  await endRecorded(call, claimed);
  return { id };
}

/** A try to record that is this old has ended, be it by a crash. */
const ENDED_AFTER_MS = 5 * 60_000;

/** An item that is being recorded, what it says, the appointment it is recorded for, and the key of this try. */
type Claimed = { item: ReviewRow; told: Told; row: AppointmentRow; recorder: string };

/**
 * Names the appointment that the item is recorded for, so that two people cannot record it for two.
 * Null for an item that has ended. Throws `conflict` where another one is named.
 */
async function claim(
  { deps }: ProvableCall,
  { id, appointmentId }: Acceptance,
): Promise<Claimed | null> {
  const recorder = deps.ids.next();
  const { claimed } = await untilHeld(async () => {
    const [[item], [row]] = await deps.db.read((orm) => [
      selectReviewItem(orm, id),
      selectAppointment(orm, appointmentId ?? appointmentOfPress(id)),
    ]);
    const told = item && toldBy(pressOfItem(item));
    if (!item || !told) throw unknownItem();
    if (item.state === 'done') return { claimed: null };
    if (!row) throw new DomainError('not_found', MESSAGES.notFound);
    if (told.recordedFor !== undefined && told.recordedFor !== row.id) {
      throw new DomainError('conflict', 'This is being recorded for another delivery.');
    }
    const recorders = { ...told.recorders, [recorder]: deps.clock.now() };
    const [named] = await changePayload(deps.db.orm, item, { recordedFor: row.id, recorders });
    return named ? { claimed: { item: named, told, row, recorder } } : null;
  });
  return claimed;
}

/** A press that says what was delivered; null for any other. */
function toldBy(press: RefusedPress | null): Told | null {
  const gallons = press?.actualGallonsTenths ?? null;
  return press && gallons !== null ? { ...press, actualGallonsTenths: gallons } : null;
}

/** Frees the item for another appointment, unless another person may be recording it right now. */
function release({ deps }: ProvableCall, { item: { id }, recorder }: Claimed): Promise<boolean> {
  return untilHeld(async () => {
    const item = await findReviewItem(deps.db.orm, id);
    const told = item && pressOfItem(item);
    if (!told || item.state !== 'open') return true;
    const over = deps.clock.now() - ENDED_AFTER_MS;
    const others = Object.entries(told.recorders ?? {}).filter(
      ([key, begunAt]) => key !== recorder && begunAt > over,
    );
    const [released] = await changePayload(deps.db.orm, item, {
      recordedFor: others.length > 0 ? told.recordedFor : undefined,
      recorders: Object.fromEntries(others),
    });
    return released ? true : null;
  });
}

async function record(
  call: ProvableCall,
  { id, confirmedTotalCents }: Acceptance,
  { told, row }: Claimed,
): Promise<void> {
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
async function endRecorded(call: ProvableCall, { item, told, row }: Claimed): Promise<void> {
  const { deps, actor } = call;
  const isOther = item.appointmentId !== row.id;
  const note = `Completed with ${formatGallons(told.actualGallonsTenths)} gallons${isOther ? ', for another order' : ''}`;
  const done = { outcome: 'recorded', note, doneBy: actor.name } as const;
  let known: ReviewRow | null = item;
  await untilHeld(async () => {
    const open = known ?? (await findReviewItem(deps.db.orm, item.id));
    known = null;
    if (open?.state !== 'open') return true;
    const photo = pressOfItem(open)?.photo;
    return writeGuarded(deps.db, {
      // A photo that came since it was read belongs to the delivery too.
      guard: endUnchanged(deps.db.orm, open, { ...done, doneAt: deps.clock.now() }),
      audit: audit(call, {
        appointmentId: row.id,
        action: 'review.resolved',
        after: { kind: 'refused_action', outcome: 'recorded' },
      }),
      also: [photo ? addingPressPhoto(call, row.id, photo) : null],
    });
  });
}
