import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { readFolded } from '@/db/search-texts';
import {
  cannotMerge,
  type MergeFacts,
  mergeObstacle,
  UNDO_MERGE_DAYS,
  UNDO_MERGE_MS,
} from '@/domain/account/merge';
import type { MergedContact, MergeInput, MergePair } from '@/domain/account/merge.schema';
import { DomainError } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { selectMadeByStaff } from '../audit/audit.repository';
import { fingerprintOf } from '../auth/tokens';
import { formerName, type UserRow } from '../auth/users.repository';
import { selectBoats } from '../boats/boats.repository';
import { selectDocks } from '../boats/docks.repository';
import { dueIfAny } from '../leases/leases.repository';
import { selectCustomer, selectNotes } from './customers.repository';
import { unknownCustomer } from './edit-customer.usecases';
import {
  changingContact,
  forgetPastMerges,
  insertMerge,
  type MergeRow,
  movingBack,
  movingEverything,
  selectMerge,
  selectMergeByRequest,
  selectMergeFacts,
  selectMergesOf,
  selectPastMerges,
  selectUndoConditions,
  type undoConditions,
  undoMergeRow,
} from './merge.repository';

/** A record as staff compare it with another one. */
export type MergeSide = {
  id: string;
  isGuest: boolean;
  contact: Record<MergedContact, string | null>;
  boats: string[];
  docks: string[];
  tags: string[];
  notes: number;
  deliveries: number;
  recurring: number;
  balanceCents: Cents;
  hasHouseAccount: boolean;
  certificate: string | null;
  /** Why this record can't become part of the other one. Null if it can. */
  obstacle: string | null;
};

/**
 * Compares two customer records before a merge.
 *
 * @throws `not_found` if one of them is unknown
 * @throws `conflict` if one of them is no customer's
 */
export async function compareCustomers(
  { deps }: AnyCall,
  { id, otherId }: MergePair,
): Promise<{ sides: [MergeSide, MergeSide]; seen: string }> {
  // New deliveries of guests are added to their records first.
  const [
    facts,
    others,
    made,
    otherMade,
    [one],
    [other],
    notes,
    otherNotes,
    boats,
    otherBoats,
    docks,
    otherDocks,
  ] = await readFolded(deps.db, (orm) => [
    selectMergeFacts(orm, id),
    selectMergeFacts(orm, otherId),
    selectMadeByStaff(orm, id),
    selectMadeByStaff(orm, otherId),
    selectCustomer(orm, id),
    selectCustomer(orm, otherId),
    selectNotes(orm, id),
    selectNotes(orm, otherId),
    selectBoats(orm, id),
    selectBoats(orm, otherId),
    selectDocks(orm, id),
    selectDocks(orm, otherId),
  ]);
  const [mine] = facts;
  const [theirs] = others;
  if (!mine || !theirs) throw unknownCustomer();
  const first = factsOf(mine, made.length > 0);
  const second = factsOf(theirs, otherMade.length > 0);
  // Only customers' details are shown.
  const obstacle = cannotMerge(first) ?? cannotMerge(second);
  if (obstacle) throw new DomainError('conflict', obstacle);
  const side = (
    { row, recurring, certificate, hasHouseAccount }: FoundFacts,
    found: typeof one,
    own: { notes: readonly unknown[]; boats: typeof boats; docks: typeof docks },
    obstacle: string | null,
  ): MergeSide => ({
    id: row.id,
    isGuest: row.role === 'guest',
    contact: contactOf(row),
    boats: own.boats.map(({ name }) => name),
    docks: own.docks.map(({ label, slip }) => [label, slip].filter(Boolean).join(', ')),
    tags: found?.tags ?? [],
    notes: own.notes.length,
    deliveries: found?.totals.totalAppointments ?? 0,
    recurring,
    balanceCents: found?.balanceCents ?? (0 as Cents),
    hasHouseAccount,
    certificate,
    obstacle,
  });
  return {
    sides: [
      side(mine, one, { notes, boats, docks }, mergeObstacle(second, first)),
      side(
        theirs,
        other,
        { notes: otherNotes, boats: otherBoats, docks: otherDocks },
        mergeObstacle(first, second),
      ),
    ],
    seen: seenOf(mine.row, theirs.row),
  };
}

type FoundFacts = Awaited<ReturnType<typeof selectMergeFacts>>[number];

const factsOf = (
  { row, hasSignIn, hasCard, hasHouseAccount, recurring }: FoundFacts,
  isMadeByStaff: boolean,
): MergeFacts => ({
  id: row.id,
  role: row.role,
  isDeleted: row.username === formerName(row.id),
  // The link of an invitation verifies the address, so an unverified account that staff created was
  // never used.
  isUsed:
    row.role === 'customer' &&
    (!isMadeByStaff || row.emailProvenAt !== null || hasSignIn || recurring > 0),
  hasCard,
  hasHouseAccount,
});

const contactOf = ({ fullName, phone, email, guestEmail, address }: UserRow) => ({
  fullName,
  phone,
  email: email ?? guestEmail,
  address,
});

/** Identifies the contact values of two records, in any order. */
const seenOf = (...rows: readonly UserRow[]) =>
  fingerprintOf(Object.fromEntries(rows.map((row) => [row.id, contactOf(row)])));

/**
 * Merges a record into another one. Everything that belongs to it moves in one write, so what a
 * customer books at the same time isn't lost. Repeating the request changes nothing. Nothing is
 * charged or sent.
 *
 * @throws `not_found` if one of the records is unknown
 * @throws `conflict` if they can't be merged
 * @throws `changed_meanwhile` if a contact value isn't the one that was shown
 */
export async function mergeCustomers(
  call: UserCall,
  { keptId, goneId, requestId, take, seen }: MergeInput,
): Promise<{ number: number; keptId: string }> {
  const { db, clock } = call.deps;
  const { number } = await retryOnConflict(async () => {
    const [[known], [keptFacts], [goneFacts], keptMade, goneMade] = await db.read((orm) => [
      selectMergeByRequest(orm, requestId),
      selectMergeFacts(orm, keptId),
      selectMergeFacts(orm, goneId),
      selectMadeByStaff(orm, keptId),
      selectMadeByStaff(orm, goneId),
    ]);
    if (known) {
      if (known.keptId === keptId && known.goneId === goneId) return known;
      throw new DomainError(
        'conflict',
        'These records were just merged differently. Reload the page.',
      );
    }
    if (!keptFacts || !goneFacts) throw unknownCustomer();
    const obstacle = mergeObstacle(
      factsOf(keptFacts, keptMade.length > 0),
      factsOf(goneFacts, goneMade.length > 0),
    );
    if (obstacle) throw new DomainError('conflict', obstacle);
    const { row: kept } = keptFacts;
    const { row: gone } = goneFacts;
    if (seenOf(kept, gone) !== seen) {
      throw new DomainError(
        'changed_meanwhile',
        'Someone else changed one of these records. Nothing was merged. Check them and try again.',
      );
    }
    const at = clock.now();
    const taken = takenColumns(kept, gone, take);
    const changes = Object.keys(taken).length > 0 ? { ...taken, updatedAt: at } : {};
    const names = Object.keys(changes) as (keyof UserRow)[];
    const { password, ...goneRow } = gone;
    const written = await writeGuarded(db, {
      guard: insertMerge(
        db.orm,
        { keptId, goneId, requestId, madeBy: call.actor.name, madeAt: at },
        {
          gone: goneRow,
          before: Object.fromEntries(names.map((name) => [name, kept[name]])),
          after: changes,
        },
        [kept, gone],
      ),
      // The entry has no details of the record that goes, because it stays after both are erased.
      audit: audit(call, {
        action: 'customer.merged',
        after: { customerId: keptId, mergedId: goneId },
      }),
      also: [
        ...movingEverything({ keptId, goneId }, { gone, kept, at }),
        names.length > 0 ? changingContact(keptId, changes) : null,
      ],
    });
    return written.changed;
  });
  return { number, keptId };
}

/** Returns the columns that move to the record that stays. An account keeps its email address. */
function takenColumns(kept: UserRow, gone: UserRow, take: readonly MergedContact[]) {
  const takes = (name: MergedContact) => take.includes(name);
  return {
    ...(takes('fullName') && { fullName: gone.fullName }),
    ...(takes('phone') && { phone: gone.phone }),
    ...(takes('address') && { address: gone.address }),
    ...(takes('email') &&
      kept.role === 'guest' && {
        guestEmail: gone.guestEmail,
        guestEmailKey: gone.guestEmailKey,
      }),
  };
}

const REFUSALS: Record<keyof ReturnType<typeof undoConditions>, string> = {
  isKept: 'The record that stayed was deleted, or became part of another one.',
  isLatest: 'This record was merged again later. Undo the later merge first.',
  isUnbilled: 'The house account was used after the merge, so the merge can’t be undone.',
  leavesNoEmptyGuest:
    'One of the guests would have no deliveries left, so the merge can’t be undone.',
  areNamesFree: 'Another account now uses the email address of the merged record.',
};

/**
 * Undoes a merge: puts back what moved. Everything that came afterward stays with the record that
 * stayed. Repeating it changes nothing.
 *
 * @throws `not_found` if the merge is unknown
 * @throws `conflict` if it can't be undone, with the reason
 */
export async function undoMerge(
  call: UserCall,
  { number }: { number: number },
): Promise<{ keptId: string; goneId: string }> {
  const { db, clock } = call.deps;
  return retryOnConflict(async () => {
    const [merge] = await selectMerge(db.orm, number);
    if (!merge) throw new DomainError('not_found', 'We couldn’t find that merge.');
    const { keptId, goneId, moved } = merge;
    if (merge.undoneAt !== null) return { keptId, goneId };
    if (isPast(merge, clock.now())) throw new DomainError('conflict', TOO_LATE);
    if (moved === null) {
      throw new DomainError('conflict', REFUSALS.isKept);
    }
    const [conditions] = await selectUndoConditions(db.orm, merge, moved);
    const failed = (Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]).find(
      (name) => !conditions?.[name],
    );
    if (failed) throw new DomainError('conflict', REFUSALS[failed]);
    await writeGuarded(db, {
      guard: undoMergeRow(db.orm, merge, moved, {
        undoneBy: call.actor.name,
        undoneAt: clock.now(),
      }),
      audit: audit(call, {
        action: 'customer.unmerged',
        after: { customerId: keptId, mergedId: goneId },
      }),
      also: movingBack(merge, moved),
    });
    return { keptId, goneId };
  });
}

const TOO_LATE = `A merge can be undone for ${UNDO_MERGE_DAYS} days. This one is older.`;
const isPast = ({ madeAt }: MergeRow, now: number) => now >= madeAt + UNDO_MERGE_MS;

/** A merge on the page of the record that stayed. */
export type MergeView = {
  number: number;
  /** The name of the record that went, as long as the merge can be undone. */
  name: string | null;
  madeBy: string;
  madeAt: number;
  undoneBy: string | null;
  undoneAt: number | null;
  mayUndo: boolean;
};

/** Returns the merges into a record, newest first. */
export async function listMerges({ deps }: AnyCall, { id }: { id: string }): Promise<MergeView[]> {
  const rows = await selectMergesOf(deps.db.orm, id);
  return rows.map((row) => {
    const { number, moved, madeBy, madeAt, undoneBy, undoneAt } = row;
    const gone = moved?.gone;
    return {
      ...{ number, madeBy, madeAt, undoneBy, undoneAt },
      name: gone ? (gone.fullName ?? (gone.role === 'guest' ? null : gone.username)) : null,
      mayUndo: moved !== null && !isPast(row, deps.clock.now()),
    };
  });
}

/** Checks whether `forgetMerges` has work to do. */
export const mergesToForget = ({ deps }: AnyCall) =>
  dueIfAny(selectPastMerges(deps.db.orm, deps.clock.now() - UNDO_MERGE_MS));

/** Deletes what undoing old merges would need. */
export const forgetMerges = ({ deps }: AnyCall) =>
  forgetPastMerges(deps.db, deps.clock.now() - UNDO_MERGE_MS);
