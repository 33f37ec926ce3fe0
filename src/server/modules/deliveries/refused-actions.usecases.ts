import { DomainError, type ErrorCode } from '@/domain/errors';
import type { RefusedPress } from '@/domain/review/review';
import type { Call } from '@/server/config/call';
import { findAppointment } from '../appointments/appointments.repository';
import { addingReviewItem } from '../review/review.repository';

/** Refusals that no later send of the same press can turn into an acceptance. */
const FINAL: readonly ErrorCode[] = [
  'invalid_input',
  'forbidden',
  'not_found',
  'conflict',
  'changed_meanwhile',
  'slot_taken',
];

/** A press on a driver's device. Without its key a person waits for the answer and decides. */
type Press = RefusedPress & { id: string; actionKey: string | undefined };

/**
 * Carries out what a device sends, perhaps hours late. What is refused for good has happened all the
 * same, so staff are told once for each press; the device hears the refusal as before.
 */
export async function orTellStaff<T>(call: Call, press: Press, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (press.actionKey && error instanceof DomainError && FINAL.includes(error.code)) {
      await tellStaff(call, press, error).catch((failure: unknown) => {
        // The refusal itself is what the device must hear of.
        call.deps.log.error('a refused press was not told', { reason: String(failure) });
      });
    }
    throw error;
  }
}

async function tellStaff({ deps, actor }: Call, press: Press, { message: refusal }: DomainError) {
  const { id, actionKey, ...payload } = press;
  const appointment = await findAppointment(deps.db.orm, id);
  if (!appointment || actor.kind !== 'user') return;
  await addingReviewItem({
    id: deps.ids.next(),
    kind: 'refused_action',
    appointmentId: id,
    reason: `${actor.name} recorded on the device: ${payload.text}. It was not accepted: ${refusal}`,
    payload,
    dedupeKey: `refused:${actor.userId}:${actionKey}`,
    createdAt: deps.clock.now(),
  })(deps.db.orm);
}
