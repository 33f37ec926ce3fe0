import type { AnyCall } from '@/server/config/call';
import { detailsHashOf, FIRST_HASH, sealOf } from './hashes';
import {
  lastSeal,
  type SealRow,
  sealsAfter,
  setSeals,
  unnumberedEntries,
  waitingSeals,
} from './seals.repository';

/** So many entries are sealed or checked at a time. */
const AT_ONCE = 200;

/**
 * Seals the entries that wait (D91). Two processes at once make the same seals. The log names the last
 * one: kept elsewhere, it shows when the end of the audit log was cut off or all of it made anew.
 *
 * @returns how many were sealed
 */
export async function sealAudit({ deps }: AnyCall): Promise<number> {
  let sealed = 0;
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    const waiting = await waitingSeals(deps.db.orm, AT_ONCE);
    count = waiting.length;
    if (count === 0) break;
    let hash = (await lastSeal(deps.db.orm))?.hash ?? FIRST_HASH;
    const seals = waiting.map(({ number, entry }) => {
      hash = sealOf(hash, number, entry);
      return { number, hash };
    });
    await setSeals(deps.db, seals, deps.clock.now());
    sealed += count;
    deps.log.info('audit entries are sealed', { count, last: nameOf(seals.at(-1)) });
  }
  return sealed;
}

/** A seal as people note it: `1204:9f3c…`. */
const nameOf = (seal: { number: number; hash: string } | undefined) =>
  seal ? `${seal.number}:${seal.hash}` : null;

/** The first thing that does not fit; `number` is null for an entry that was never numbered. */
export type AuditProblem = { number: number | null; entryId: string; says: string };

export type AuditCheck = {
  entries: number;
  sealed: number;
  /** Written since the last run of the job. */
  waiting: number;
  /** Personal details of so many entries were erased. */
  erased: number;
  /** The last seal, to be kept elsewhere. */
  last: string | null;
  problem: AuditProblem | null;
};

/**
 * Reads the whole audit log in its order and works out every seal anew.
 *
 * @param known a seal that was noted earlier, `number:hash`; it must still be in the chain
 */
export async function verifyAudit({ deps }: AnyCall, known?: string): Promise<AuditCheck> {
  const { orm } = deps.db;
  const check: AuditCheck = {
    ...{ entries: 0, sealed: 0, waiting: 0, erased: 0 },
    ...{ last: null, problem: null },
  };
  let isKnown = known === undefined;
  let hash = FIRST_HASH;
  let rows: SealRow[] = [];
  do {
    rows = await sealsAfter(orm, rows.at(-1)?.number ?? -1, AT_ONCE);
    for (const row of rows) {
      const expected = sealOf(hash, row.number, row.entry);
      const says = complaintOf(row, expected, check.waiting > 0);
      if (says) return { ...check, problem: { number: row.number, entryId: row.entryId, says } };
      check.entries += 1;
      if (row.entry?.detailsHash && !row.details) check.erased += 1;
      if (row.hash === null) {
        check.waiting += 1;
        continue;
      }
      hash = row.hash;
      check.sealed += 1;
      check.last = nameOf({ number: row.number, hash });
      if (check.last === known) isKnown = true;
    }
  } while (rows.length === AT_ONCE);
  const unnumbered = await unnumberedEntries(orm);
  if (unnumbered.id) {
    const says = `${unnumbered.count} entries were written past the triggers; this is one of them`;
    return { ...check, problem: { number: null, entryId: unnumbered.id, says } };
  }
  if (isKnown) return check;
  const says = `the seal ${known} is not in the audit log: its end was cut off, or it was made anew`;
  return { ...check, problem: { number: null, entryId: 'none', says } };
}

/** What does not fit of an entry; null where all does. */
function complaintOf(row: SealRow, expected: string, isBehindWaiting: boolean): string | null {
  if (!row.entry) return 'the entry is gone';
  if (row.details && detailsHashOf(row.details) !== row.entry.detailsHash) {
    return 'its personal details are not those that were written';
  }
  if (row.hash === null) return null;
  if (isBehindWaiting) return 'its seal follows an entry whose seal was taken away';
  return row.hash === expected
    ? null
    : 'its seal does not fit: it, its place in the order, or the entry before it was changed';
}
