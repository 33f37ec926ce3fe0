import type { Deps } from '@/server/config/deps';
import { isCrossed } from './crossed-seals';
import { detailsHashOf, FIRST_HASH, sealOf } from './hashes';
import { nameOf } from './seal.usecases';
import {
  newestNumbers,
  type Seal,
  type SealRow,
  sealsBetween,
  unnumberedEntries,
} from './seals.repository';

/** How many entries are read at a time. */
const READ_AT_ONCE = 200;
/** How many problems are described; the others are counted, and named by their numbers. */
const MOST_DESCRIBED = 20;
/** How many wrong seals to look for an explanation for: a search can take seconds. */
const MOST_UNEXPLAINED = 10;

/** Something that doesn't fit; `number` is null for an entry that was never numbered. */
export type AuditProblem = { number: number | null; entryId: string; says: string };

export type AuditCheck = {
  entries: number;
  sealed: number;
  /** Written since the last run of the job. */
  waiting: number;
  /** The personal details of this many entries were erased. */
  erased: number;
  /** The last seal, to be kept elsewhere. */
  last: string | null;
  /** How many problems there are. */
  found: number;
  /** The first of them. */
  problems: AuditProblem[];
  /** The numbers of the entries of all problems after those. */
  others: number[];
  /** The numbers of seals that two processes made at the same time. They still prove their entries. */
  crossed: number[];
  /** The noted seal was made by one of two processes, and the other one's was kept. */
  isKnownCrossed: boolean;
};

/**
 * Reads the whole audit log in order and recomputes every seal. After a seal that doesn't fit, it continues
 * from the seal as stored, so one problem doesn't hide the next.
 *
 * @param known a seal that was noted earlier, `number:hash`; it must still be in the chain
 */
export async function verifyAudit(
  { deps }: { deps: Pick<Deps, 'db'> },
  known?: string,
): Promise<AuditCheck> {
  const { orm } = deps.db;
  const check: AuditCheck = {
    ...{ entries: 0, sealed: 0, waiting: 0, erased: 0, last: null },
    ...{ found: 0, problems: [], others: [], crossed: [], isKnownCrossed: false },
  };
  // What is written or sealed from now on is not looked at.
  const newest = await newestNumbers(orm);
  let isKnown = known === undefined;
  let hash = FIRST_HASH;
  let unexplained = 0;

  /** Why a seal doesn't fit; null if it does, or if two processes made it at the same time. */
  async function sealComplaint(row: SealRow): Promise<string | null> {
    if (row.hash === null) return 'its seal was removed';
    if (row.hash === sealOf(hash, row)) return null;
    if (unexplained < MOST_UNEXPLAINED) {
      if (await isCrossed(orm, { number: row.number, hash: row.hash })) {
        check.crossed.push(row.number);
        return null;
      }
      unexplained += 1;
    }
    return "its seal doesn't match: the entry, its place, or the entry before it was changed";
  }

  async function complaintOf(row: SealRow): Promise<string | null> {
    if (!row.entry) return 'the entry is missing';
    if (row.details && detailsHashOf(row.details) !== row.entry.detailsHash) {
      return "its personal details aren't the ones that were written";
    }
    return row.number > newest.seal ? null : sealComplaint(row);
  }

  let rows: SealRow[] = [];
  do {
    const from = (rows.at(-1)?.number ?? -1) + 1;
    rows = await sealsBetween(orm, from, newest.entry, READ_AT_ONCE);
    for (const row of rows) {
      const { number, entryId } = row;
      const says = await complaintOf(row);
      if (says) report(check, { number, entryId, says });
      check.entries += 1;
      if (row.entry?.detailsHash && !row.details) check.erased += 1;
      if (number > newest.seal) {
        check.waiting += 1;
        continue;
      }
      // Without its seal, the one that it must have had stands for it.
      hash = row.hash ?? sealOf(hash, row);
      if (row.hash === null) continue;
      check.sealed += 1;
      check.last = nameOf({ number, hash });
      if (check.last === known) isKnown = true;
    }
  } while (rows.length === READ_AT_ONCE);

  const unnumbered = await unnumberedEntries(orm);
  if (unnumbered.id) {
    const says = `${unnumbered.count} entries were written past the triggers, and this is one of them`;
    report(check, { number: null, entryId: unnumbered.id, says });
  }
  if (known !== undefined && !isKnown) {
    const seal = sealNamed(known);
    check.isKnownCrossed = seal !== null && (await isCrossed(orm, seal));
    if (!check.isKnownCrossed) {
      const says = `the seal ${known} isn't in the audit log: the log was cut off or rebuilt`;
      report(check, { number: null, entryId: 'none', says });
    }
  }
  return check;
}

function report(check: AuditCheck, problem: AuditProblem): void {
  check.found += 1;
  if (check.problems.length < MOST_DESCRIBED) check.problems.push(problem);
  else if (problem.number !== null) check.others.push(problem.number);
}

/** The seal that a name like `1204:9f3c…` means; null where it's no name of a seal. */
function sealNamed(name: string): Seal | null {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(name) ?? [];
  return number && hash ? { number: Number(number), hash } : null;
}
