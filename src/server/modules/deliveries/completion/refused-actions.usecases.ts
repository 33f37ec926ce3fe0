import { tryWriteGuarded, WriteConflict } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { ShownOrder } from '@/domain/appointment/shown-order';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import type { HandOver } from '@/domain/driver/driver.schema';
import { DomainError, type ErrorCode, MESSAGES } from '@/domain/errors';
import type { RefusedAction } from '@/domain/review/review';
import type { UserActor } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call, UserCall } from '@/server/config/call';
import { errorFields } from '@/server/config/log';
import { changing, selectAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { selectGivenTo } from '../../audit/audit.repository';
import { selectAction } from '../../device-actions/device-actions.repository';
import { takeAttempt } from '../../limits/limits.usecases';
import { endingActions, insertItemIfNew } from '../../review/review.repository';

/** Refusals that sending the same action again can't change. */
const FINAL_REFUSALS: readonly ErrorCode[] = [
  'invalid_input',
  'forbidden',
  'not_found',
  'conflict',
  'changed_meanwhile',
  'slot_taken',
];

/** A driver who lost a stop must not learn who has it now. */
const TAKEN_AWAY = 'Dispatch removed this stop from your route.';

/** A device action as it was sent. Without an action key, a person is waiting for the answer. */
export type SentAction = Omit<RefusedAction, 'shown'> & {
  id: string;
  actionKey: string | undefined;
  shown?: ShownOrder | undefined;
};

/**
 * Carries out a device action, which may arrive hours late. If the server refuses it for good, the
 * driver has still done it, so it becomes one review item. The device gets the same refusal, with
 * `isKept` in its details if staff have the action.
 *
 * @throws `rate_limited` after too many refused actions, so that the device sends this one later
 */
export async function orTellStaff<T>(
  call: Call,
  action: SentAction,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Nothing was decided, so the device must send the action again.
    if (action.actionKey && error instanceof WriteConflict) {
      throw new DomainError('unavailable', error.message, { cause: error });
    }
    if (
      !action.actionKey ||
      !(error instanceof DomainError) ||
      !FINAL_REFUSALS.includes(error.code)
    ) {
      throw error;
    }
    await takeAttempt(call, { name: 'handOver', account: accountOf(call), address: null });
    const message = error.code === 'not_found' ? TAKEN_AWAY : error.message;
    const isKept = await addItemForStaff(call, action, { message }).catch((failure: unknown) => {
      // The device sends it again later.
      if (failure instanceof DomainError && failure.code === 'rate_limited') throw failure;
      call.deps.log.error("couldn't report a refused device action to staff", errorFields(failure));
      // The device needs the original refusal more than this failure.
      return false;
    });
    if (!isKept) throw error;
    const { code, field } = error;
    const details = { ...error.details, isKept };
    throw new DomainError(code, message, { ...(field && { field }), details, cause: error });
  }
}

const accountOf = ({ actor }: Call) => (actor.kind === 'user' ? actor.userId : null);

/**
 * Adds a review item for a device action that keeps failing on the server. If the action was
 * carried out, no item is added. Sending the call again changes nothing.
 * @throws `not_found` for an appointment that was never assigned to the driver
 */
export async function handOver(call: UserCall, input: HandOver): Promise<{ id: string }> {
  const { deps, actor } = call;
  const { refusal, actualGallonsTenths = null, pressedAt = null, ...said } = input;
  const [done] = await selectAction(deps.db.orm, actor, said.actionKey);
  if (done) return { id: said.id };
  const action = { ...said, actualGallonsTenths, pressedAt };
  if (await addItemForStaff(call, action, { message: refusal })) return { id: said.id };
  throw new DomainError('not_found', MESSAGES.notFound);
}

/** Dedupe key of a refused action's review item. */
export const refusedActionKey = (actor: UserActor, actionKey: string) =>
  `refused:${actor.userId}:${actionKey}`;

/**
 * Adds the review item of a refused action.
 *
 * @returns false if the appointment was never assigned to the actor
 */
async function addItemForStaff(
  call: Call,
  action: SentAction,
  { message: refusal }: Pick<DomainError, 'message'>,
) {
  const { deps, actor } = call;
  const { id, actionKey, shown, ...said } = action;
  if (actor.kind !== 'user' || !actionKey) return false;
  const [[appointment], given] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectGivenTo(orm, id, actor.driverId ?? 0),
  ]);
  if (!appointment || !(worksIn('deliveries', actor) || given.length > 0)) return false;
  const now = deps.clock.now();
  const reason = `${actor.name} recorded this on a device: ${said.text}. We couldn’t save it: ${refusal}`;
  const dedupeKey = refusedActionKey(actor, actionKey);
  await tryWriteGuarded(deps.db, {
    guard: insertItemIfNew(deps.db.orm, {
      id: deps.ids.next(),
      kind: 'refused_action',
      appointmentId: id,
      reason,
      payload: { ...said, ...(shown && { shown: withoutPlace(shown) }), by: actor.name },
      dedupeKey,
      createdAt: now,
    }),
    audit: audit(call, {
      appointmentId: id,
      action: 'review.kept',
      after: { kind: 'refused_action', pressed: said.kind, deviceAt: said.pressedAt },
    }),
    also: [
      // A later action also shows that the driver set out, so its item replaces the one for setting
      // out.
      said.kind === 'enRoute'
        ? null
        : endingActions(
            { appointmentId: id, by: actor.name, kind: 'enRoute' },
            { outcome: 'overtaken', note: null, doneBy: actor.name, doneAt: now },
          ),
      // Updates the page of the driver who has the stop now.
      changing(id, { updatedAt: now }),
    ],
  });
  return true;
}

const withoutPlace = ({ location, slipNumber, ...shown }: ShownOrder) => shown;

/** @throws `conflict` if staff have moved the appointment since the device showed it */
export function refuseMoved(row: AppointmentRow, shownDate: CalendarDate | undefined): void {
  if (shownDate === undefined || shownDate === row.date) return;
  throw new DomainError('conflict', `This delivery was moved to ${formatLongDate(row.date)}.`);
}
