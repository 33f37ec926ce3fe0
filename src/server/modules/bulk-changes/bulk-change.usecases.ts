import { tryWriteGuarded } from '@/db/guarded-batch';
import type { BulkChangeInput } from '@/domain/bulk/bulk.schema';
import { type BulkInput, canBeTakenBack, TAKE_BACK_WITHIN_MS } from '@/domain/bulk/bulk-change';
import { emptiedWindows } from '@/domain/bulk/emptied-windows';
import { DomainError } from '@/domain/errors';
import { TIME_SLOTS, timeSlotByLabel, timeSlotLabel } from '@/domain/slots/time-slots';
import type { AnyCall, UserCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { fingerprintOf } from '../auth/tokens';
import { blockTimeSlotsOf, wasBlockedAs } from '../slots/bulk-blocks.usecases';
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

/** One that ended longer ago is not shown any more. */
const SHOWN_MS = 30 * 60_000;

/**
 * Begins to change many appointments. A job carries out the change, so that a closed page does not stop it.
 * The same input again gives the same bulk change; another input with its `requestId` throws `conflict`.
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
    ...{ bulkId: id, appointmentId, position, version, date: date ?? null },
    slotIndex: (time === undefined ? null : timeSlotByLabel(time)?.index) ?? null,
  }));
  const closed = await closedBy(deps, { kind, keepsOpen, parts: newParts });
  const row = {
    ...{ id, kind, closeDate, input: { driverId, reason, text, keepsOpen, closed } },
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
  if (!begun) throw new Error('a bulk change that was begun is not there');
  if (!written) await refuseAnother(deps, begun, { ...row, parts: newParts });
  // At once, so that no customer books what is about to be cleared. The job does it again.
  if (written) await closeWindows(call, begun);
  return viewOf(deps, begun);
}

/** What staff want to change. A second press for want of an answer sends the same. */
type BulkRequest = Pick<BulkRow, 'kind' | 'closeDate' | 'input'> & {
  parts: readonly Pick<PartRow, 'appointmentId' | 'date' | 'slotIndex'>[];
};

const textOf = ({ kind, closeDate, input, parts }: BulkRequest) =>
  JSON.stringify([
    ...[kind, closeDate, input.driverId, input.reason, input.text, input.keepsOpen],
    parts.map(({ appointmentId, date, slotIndex }) => [appointmentId, date, slotIndex]),
  ]);

/** Refuses what staff changed after the first press, so that it is not lost without a word. */
async function refuseAnother({ db }: Deps, begun: BulkRow, request: BulkRequest): Promise<void> {
  const parts = await selectParts(db.orm, begun.id);
  if (textOf({ ...begun, parts }) === textOf(request)) return;
  throw new DomainError(
    'conflict',
    'Your first version is already running. To change it, undo it from the banner and start again.',
  );
}

/** The time slots that a bulk change empties: a storm must not be sold again once it's cleared. */
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
 * Blocks the day that a bulk change closes and the time slots that it empties, under a name by which
 * undoing it opens them. Once done it isn't repeated, so that what staff open stays open.
 */
export async function closeWindows(call: UserCall, row: BulkRow): Promise<void> {
  const today = todayOf(call.deps);
  const { closeDate, input } = row;
  const ofDay = TIME_SLOTS.flatMap(({ index }) =>
    closeDate === null ? [] : [{ date: closeDate, slotIndex: index }],
  );
  const emptied = (input.closed ?? []).filter(({ date }) => date !== closeDate);
  const timeSlots = [...ofDay, ...emptied].filter(({ date }) => date >= today);
  if (timeSlots.length === 0 || (await wasBlockedAs(call, row.id))) return;
  await blockTimeSlotsOf(call, timeSlots, row.id);
}

/** The call that carries out a part: that of the admin who began the change, in any process. */
export function callOf(deps: Deps, { actorId, actorName }: BulkRow): UserCall {
  const actor = { kind: 'user', role: 'admin', userId: actorId, name: actorName } as const;
  return { deps, actor: { ...actor, driverId: null } };
}

/**
 * Takes a bulk change back, as far as no customer was told and nothing changed since. Throws `conflict` once
 * its messages are on their way. Repeating it is harmless.
 */
export async function takeBackBulkChange(
  call: UserCall,
  { id }: { id: string },
): Promise<BulkChangeView> {
  const { deps } = call;
  const now = deps.clock.now();
  const later = now + TAKE_BACK_WITHIN_MS;
  const written = await tryWriteGuarded(deps.db, {
    guard: changeBulk(
      deps.db.orm,
      id,
      ['running', 'done'],
      { state: 'taking_back' },
      canBeTakenBackAt(now),
    ),
    audit: audit(call, { action: 'bulk.taken_back', after: { bulkId: id } }),
    // Until the job has done it, no customer is told, and no other one takes a place.
    also: waitingFor(id, { placesUntil: later, messagesAt: later }),
  });
  const [row] = written ? [written.changed] : await selectBulk(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', 'We could not find that change.');
  if (row.state === 'done') {
    throw new DomainError(
      'conflict',
      'The messages are on their way, so this can’t be undone anymore.',
    );
  }
  return viewOf(deps, row);
}

export type BulkChangeView = Awaited<ReturnType<typeof viewOf>>;

/** The bulk changes that staff still see, the newest first: any admin may take them back. */
export async function listBulkChanges({ deps }: AnyCall): Promise<BulkChangeView[]> {
  const now = deps.clock.now();
  const rows = await selectShown(deps.db.orm, { now, since: now - SHOWN_MS });
  return rows.length === 0 ? [] : viewsOf(deps, rows);
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
      ...{ id, kind, state, closeDate, actorName, takeBackUntil, createdAt },
      canBeTakenBack: canBeTakenBack(row, clock.now()),
      all: of.reduce((sum, one) => sum + one.count, 0),
      waiting: count('waiting'),
      done: count('done'),
      takenBack: count('taken_back'),
      /** The time slots that it closed because it emptied them. */
      closed: (row.input.closed ?? []).map(({ date, slotIndex }) => ({
        date,
        time: timeSlotLabel(slotIndex),
      })),
      /** What was left out, or stays although the rest was taken back, and why. */
      leftOut: leftOut.filter(({ bulkId }) => bulkId === id),
      /** Deliveries that are on the closed day all the same: booked meanwhile, or left out. */
      stillThere: closeDate === null ? 0 : (openOn.get(closeDate) ?? 0),
    };
  });
}
