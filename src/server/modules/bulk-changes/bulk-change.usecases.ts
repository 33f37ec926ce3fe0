import { tryWriteGuarded } from '@/db/guarded-batch';
import { isEmergency } from '@/domain/account/emergency';
import type { BulkChangeInput } from '@/domain/bulk/bulk.schema';
import { type BulkInput, canBeTakenBack } from '@/domain/bulk/bulk-change';
import { emptiedWindows } from '@/domain/bulk/emptied-windows';
import { DomainError } from '@/domain/errors';
import { UNDO_BULK_MS } from '@/domain/policy';
import { weekdayTimeSlots } from '@/domain/slots/hours';
import { timeSlotIndexOf, timeSlotLabel } from '@/domain/slots/time-slots';
import type { Call, UserCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { fingerprintOf } from '../auth/tokens';
import { blockTimeSlotsOf, wasBlockedAs } from '../slots/bulk-blocks.usecases';
import { readHours } from '../slots/slots.usecases';
import { refusePast } from '../slots/staff-time-slots';
import {
  type BulkRow,
  canBeTakenBackAt,
  changeBulk,
  insertBulk,
  insertingParts,
  type PartRow,
  selectBulk,
  selectBulkOfRequest,
  selectOpenBeside,
  selectParts,
  waitingFor,
} from './bulk-changes.repository';
import { countOpenOn, countParts, selectLeftOut, selectShown } from './shown-changes.repository';

/** Bulk changes that ended longer ago are no longer shown. */
const SHOWN_MS = 30 * 60_000;

/**
 * Starts a bulk change. A job carries it out, so closing the page doesn't stop it. Sending the same
 * input again returns the same bulk change. Throws `conflict` if its `requestId` was used with
 * different input.
 */
export async function beginBulkChange(
  call: UserCall,
  input: BulkChangeInput,
): Promise<BulkChangeView> {
  const { deps, actor } = call;
  const { requestId, kind, parts, closeDate = null, ...rest } = input;
  if (closeDate !== null) refusePast(deps, closeDate, 'closeDate');
  const id = deps.ids.next();
  const { driverId, reason, text, keepsOpen } = rest;
  const newParts = parts.map(({ id: appointmentId, version, date, time }, position) => ({
    bulkId: id,
    appointmentId,
    position,
    version,
    date: date ?? null,
    slotIndex: time === undefined ? null : timeSlotIndexOf(time),
  }));
  const closed = await closedBy(deps, { kind, keepsOpen, parts: newParts });
  const row = {
    id,
    kind,
    closeDate,
    input: { driverId, driverIds: driverIdsOf(input), reason, text, keepsOpen, closed },
    requestId: fingerprintOf({ requestId, actor: actor.userId }),
    actorId: actor.userId,
    actorName: actor.name,
    createdAt: deps.clock.now(),
  };
  const written = await tryWriteGuarded(deps.db, {
    guard: insertBulk(deps.db.orm, row),
    audit: audit(call, {
      action: 'bulk.begun',
      after: {
        bulkId: id,
        bulkKind: kind,
        deliveries: parts.length,
        ...(closeDate && { date: closeDate }),
      },
    }),
    also: [insertingParts(newParts)],
  });
  const begun = written?.changed ?? (await selectBulkOfRequest(deps.db.orm, row.requestId))[0];
  if (!begun) throw new Error('a bulk change is missing right after it was started');
  if (!written) await refuseAnother(deps, begun, { ...row, parts: newParts });
  // The windows are closed immediately, so that no customer books a window that's being emptied.
  // The job closes them again.
  if (written) await closeWindows(call, begun);
  return viewOf(deps, begun);
}

/** Returns the drivers of an assignment by appointment, or undefined if all get the same one. */
function driverIdsOf({ kind, parts }: BulkChangeInput): BulkInput['driverIds'] {
  const given = parts.flatMap(({ id, driverId }) => (driverId ? [[id, driverId] as const] : []));
  return kind === 'assign' && given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** The change that staff requested. If the answer is lost, the same request is sent again. */
type BulkRequest = Pick<BulkRow, 'kind' | 'closeDate' | 'input'> & {
  parts: readonly Pick<PartRow, 'appointmentId' | 'date' | 'slotIndex'>[];
};

const textOf = ({ kind, closeDate, input, parts }: BulkRequest) =>
  JSON.stringify([
    ...[kind, closeDate, input.driverId, input.reason, input.text, input.keepsOpen],
    parts.map(({ appointmentId, date, slotIndex }) => [
      appointmentId,
      date,
      slotIndex,
      input.driverIds?.[appointmentId],
    ]),
  ]);

/**
 * Refuses different input with the same request ID, so that staff notice their later changes
 * weren't applied.
 */
async function refuseAnother({ db }: Deps, begun: BulkRow, request: BulkRequest): Promise<void> {
  const parts = await selectParts(db.orm, begun.id);
  if (textOf({ ...begun, parts }) === textOf(request)) return;
  throw new DomainError(
    'conflict',
    'This bulk change is already running with your earlier entries. To change them, select Undo All at the bottom of the page and start again.',
  );
}

/**
 * Returns the time windows that a bulk change empties. They're blocked, so that customers can't
 * book a window that was cleared because of a storm.
 */
async function closedBy(
  deps: Deps,
  { kind, keepsOpen, parts }: Pick<BulkRequest, 'kind' | 'parts'> & Pick<BulkInput, 'keepsOpen'>,
) {
  if (keepsOpen || (kind !== 'move' && kind !== 'cancel')) return [];
  const ids = parts.map(({ appointmentId }) => appointmentId);
  const open = await selectOpenBeside(deps.db.orm, ids, todayOf(deps));
  const targets = parts.map(({ appointmentId, date, slotIndex }) => {
    const to = date === null || slotIndex === null ? null : { date, slotIndex };
    return [appointmentId, to] as const;
  });
  return emptiedWindows(open, new Map(targets));
}

/**
 * Blocks the closed day and the emptied windows under the change's ID, so that undoing the change
 * can open them again. If that was done before, nothing is blocked, so windows that staff have
 * opened since then stay open.
 */
export async function closeWindows(call: UserCall, row: BulkRow): Promise<void> {
  const today = todayOf(call.deps);
  const { closeDate, input } = row;
  const ofDay =
    closeDate === null
      ? []
      : weekdayTimeSlots(await readHours(call), closeDate).map(({ index }) => ({
          date: closeDate,
          slotIndex: index,
        }));
  const emptied = (input.closed ?? []).filter(({ date }) => date !== closeDate);
  const timeSlots = [...ofDay, ...emptied].filter(({ date }) => date >= today);
  if (timeSlots.length === 0 || (await wasBlockedAs(call, row.id))) return;
  await blockTimeSlotsOf(call, timeSlots, row.id);
}

/**
 * Returns the call that carries out a part, in any process, as the admin who started the change.
 */
export function callOf(deps: Deps, { actorId, actorName }: BulkRow): UserCall {
  const actor = { kind: 'user', role: 'admin', userId: actorId, name: actorName } as const;
  return { deps, actor: { ...actor, driverId: null } };
}

/**
 * Undoes a bulk change, except for parts that changed again or whose customer was already notified.
 * Repeating it is harmless.
 *
 * @throws `conflict` once its messages are being sent
 */
export async function takeBackBulkChange(
  call: UserCall,
  { id }: { id: string },
): Promise<BulkChangeView> {
  const { deps } = call;
  const now = deps.clock.now();
  const later = now + UNDO_BULK_MS;
  const written = await tryWriteGuarded(deps.db, {
    guard: changeBulk(
      deps.db.orm,
      id,
      ['running', 'done'],
      { state: 'taking_back' },
      canBeTakenBackAt(now),
    ),
    audit: audit(call, { action: 'bulk.taken_back', after: { bulkId: id } }),
    // Until the job has undone the change, no customer is notified and the reserved spots stay
    // reserved.
    also: waitingFor(id, { placesUntil: later, messagesAt: later }),
  });
  const [row] = written ? [written.changed] : await selectBulk(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', 'We couldn’t find that change.');
  if (row.state === 'done') {
    throw new DomainError(
      'conflict',
      'We’ve started to notify customers, so this can’t be undone anymore.',
    );
  }
  return viewOf(deps, row);
}

export type BulkChangeView = Awaited<ReturnType<typeof viewOf>>;

/**
 * Lists the bulk changes still shown to staff, newest first. Any admin can undo them. Emergency
 * access sees no phone numbers, because the deliveries may be outside its reach.
 */
export async function listBulkChanges({ deps, actor }: Call): Promise<BulkChangeView[]> {
  const now = deps.clock.now();
  const rows = await selectShown(deps.db.orm, { now, since: now - SHOWN_MS });
  if (rows.length === 0) return [];
  const views = await viewsOf(deps, rows);
  if (!isEmergency(actor)) return views;
  return views.map((view) => ({
    ...view,
    leftOut: view.leftOut.map((part) => ({ ...part, customerPhone: null })),
  }));
}

async function viewOf(deps: Deps, row: BulkRow) {
  const [view] = await viewsOf(deps, [row]);
  if (!view) throw new Error('a row without its view');
  return view;
}

async function viewsOf({ db, clock }: Deps, rows: readonly BulkRow[]) {
  const ids = rows.map(({ id }) => id);
  const closed = [...new Set(rows.flatMap(({ closeDate }) => closeDate ?? []))];
  const [counts, leftOut, ...stillThere] = await db.read((orm) => [
    countParts(orm, ids),
    selectLeftOut(orm, ids),
    ...closed.map((date) => countOpenOn(orm, date)),
  ]);
  const openOn = new Map(closed.map((date, i) => [date, stillThere[i]?.[0]?.count ?? 0]));
  return rows.map((row) => {
    const { id, kind, state, closeDate, actorName, takeBackUntil, createdAt } = row;
    const of = counts.filter(({ bulkId }) => bulkId === id);
    const count = (name: string) => of.find((one) => one.state === name)?.count ?? 0;
    return {
      id,
      kind,
      state,
      closeDate,
      actorName,
      takeBackUntil,
      createdAt,
      canBeTakenBack: canBeTakenBack(row, clock.now()),
      all: of.reduce((sum, one) => sum + one.count, 0),
      waiting: count('waiting'),
      done: count('done'),
      takenBack: count('taken_back'),
      /** The windows it blocked because it emptied them. */
      closed: (row.input.closed ?? []).map(({ date, slotIndex }) => ({
        date,
        time: timeSlotLabel(slotIndex),
      })),
      /** The parts that were left out or couldn't be undone, each with the reason. */
      leftOut: leftOut.filter(({ bulkId }) => bulkId === id),
      /**
       * Open deliveries that are still on the closed day because they were left out or booked
       * since.
       */
      stillThere: closeDate === null ? 0 : (openOn.get(closeDate) ?? 0),
    };
  });
}
