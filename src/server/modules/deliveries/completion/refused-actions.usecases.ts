import { tryWriteGuarded, WriteConflict } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { ShownOrder } from '@/domain/appointment/shown-order';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import type { HandOver } from '@/domain/driver/driver.schema';
import { DomainError, type ErrorCode, MESSAGES } from '@/domain/errors';
import type { RefusedAction } from '@/domain/review/review';
import { hasRole, type UserActor } from '@/domain/roles';
import type { Call, UserCall } from '@/server/config/call';
import { errorFields } from '@/server/config/log';
import { changing, selectAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { selectGivenTo } from '../../audit/audit.repository';
import { selectAction } from '../../device-actions/device-actions.repository';
import { takeAttempt } from '../../limits/limits.usecases';
import { endingActions, insertItemIfNew } from '../../review/review.repository';

/** Refusals that no later send of the same action can turn into an acceptance. */
const FINAL: readonly ErrorCode[] = [
  'invalid_input',
  'forbidden',
  'not_found',
  'conflict',
  'changed_meanwhile',
  'slot_taken',
];

/** For a driver who had a stop: whose it is now, or that it is no one's, they aren't told. */
const TAKEN_AWAY = 'Dispatch took this stop off your route.';

/** A device action as it was sent. Without its key a person waits for the answer and decides. */
export type SentAction = Omit<RefusedAction, 'shown'> & {
  id: string;
  actionKey: string | undefined;
  shown?: ShownOrder | undefined;
};

/**
 * Carries out what a device sends, perhaps hours late. An action that the server refuses for good has
 * happened all the same, so staff hear of it, once for each action. The device hears the refusal as before,
 * and in its details (`isKept`) that staff have what it says. Throws `rate_limited` if staff heard of too
 * many: the device keeps it for later.
 */
export async function orTellStaff<T>(
  call: Call,
  action: SentAction,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Nothing was decided, so the device sends it again.
    if (action.actionKey && error instanceof WriteConflict) {
      throw new DomainError('unavailable', error.message, { cause: error });
    }
    if (!action.actionKey || !(error instanceof DomainError) || !FINAL.includes(error.code)) {
      throw error;
    }
    await takeAttempt(call, { name: 'handOver', account: accountOf(call), address: null });
    const message = error.code === 'not_found' ? TAKEN_AWAY : error.message;
    const isKept = await tellStaff(call, action, { message }).catch((failure: unknown) => {
      // Too many at once: the device sends it again later.
      if (failure instanceof DomainError && failure.code === 'rate_limited') throw failure;
      call.deps.log.error('a refused press was not told', errorFields(failure));
      // The refusal itself is what the device must hear of.
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
 * Gives staff a device action that the server keeps failing at. An action that the server has done already
 * needs no look. Sending it again changes nothing. Throws `not_found` for an appointment that was never
 * given to the driver.
 */
export async function handOver(call: UserCall, input: HandOver): Promise<{ id: string }> {
  const { deps, actor } = call;
  const { refusal, actualGallonsTenths = null, pressedAt = null, ...said } = input;
  const [done] = await selectAction(deps.db.orm, actor, said.actionKey);
  if (done) return { id: said.id };
  const action = { ...said, actualGallonsTenths, pressedAt };
  if (await tellStaff(call, action, { message: refusal })) return { id: said.id };
  throw new DomainError('not_found', MESSAGES.notFound);
}

/** The cause of the item about a device action. */
export const refusedActionKey = (actor: UserActor, actionKey: string) =>
  `refused:${actor.userId}:${actionKey}`;

/** False for an action that is none of the actor's: of an appointment that was never given to them. */
async function tellStaff(
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
  if (!appointment || !(hasRole(actor, 'admin') || given.length > 0)) return false;
  const now = deps.clock.now();
  const reason = `${actor.name} recorded on the device: ${said.text}. It was not accepted: ${refusal}`;
  const dedupeKey = refusedActionKey(actor, actionKey);
  await tryWriteGuarded(deps.db, {
    guard: insertItemIfNew(deps.db.orm, {
      ...{ id: deps.ids.next(), kind: 'refused_action', appointmentId: id, reason },
      payload: { ...said, ...(shown && { shown: withoutPlace(shown) }), by: actor.name },
      ...{ dedupeKey, createdAt: now },
    }),
    audit: audit(call, {
      appointmentId: id,
      action: 'review.kept',
      after: { kind: 'refused_action', pressed: said.kind, deviceAt: said.pressedAt },
    }),
    also: [
      // A delivery says that the driver set out, so its item takes the place of that one.
      said.kind === 'enRoute'
        ? null
        : endingActions(
            { appointmentId: id, by: actor.name, kind: 'enRoute' },
            { outcome: 'overtaken', note: null, doneBy: actor.name, doneAt: now },
          ),
      // The page of the driver who has it now reads it again.
      changing(id, { updatedAt: now }),
    ],
  });
  return true;
}

const withoutPlace = ({ location, slipNumber, ...shown }: ShownOrder) => shown;

/** Throws `conflict` where staff moved the appointment since the device showed it. */
export function refuseMoved(row: AppointmentRow, shownDate: CalendarDate | undefined): void {
  if (shownDate === undefined || shownDate === row.date) return;
  throw new DomainError(
    'conflict',
    `This delivery was moved to ${formatLongDate(row.date)} meanwhile.`,
  );
}
