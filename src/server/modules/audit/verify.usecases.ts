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

/** Number of entries read at a time. */
const READ_AT_ONCE = 200;
/** Number of problems that are described. The rest are counted and listed by number. */
const MOST_DESCRIBED = 20;
/** Maximum number of wrong seals to search an explanation for. Each search can take seconds. */
const MOST_UNEXPLAINED = 10;

/** A mismatch in the audit log. `number` is null if the entry was never numbered. */
export type AuditProblem = { number: number | null; entryId: string; says: string };

export type AuditCheck = {
  entries: number;
  sealed: number;
  /** Entries written since the job's last run. */
  waiting: number;
  /** Number of entries whose personal details were erased. */
  erased: number;
  /** The last seal, to be kept elsewhere. */
  last: string | null;
  /** Number of problems. */
  found: number;
  /** The first problems, with a description. */
  problems: AuditProblem[];
  /** The entry numbers of all other problems. */
  others: number[];
  /**
   * The numbers of seals that two processes made at the same time. They still prove their entries.
   */
  crossed: number[];
  /**
   * True if two processes sealed at the same time, and the noted seal is the one that wasn't
   * stored.
   */
  isKnownCrossed: boolean;
};

/**
 * Reads the whole audit log in order and recomputes every seal. After a wrong seal, it continues
 * from the stored one, so that one problem doesn't hide the next.
 *
 * @param known a seal that was noted earlier as `number:hash`, and must still be in the chain
 */
export async function verifyAudit(
  { deps }: { deps: Pick<Deps, 'db'> },
  known?: string,
): Promise<AuditCheck> {
  const { orm } = deps.db;
  const check: AuditCheck = {
    entries: 0,
    sealed: 0,
    waiting: 0,
    erased: 0,
    last: null,
    found: 0,
    problems: [],
    others: [],
    crossed: [],
    isKnownCrossed: false,
  };
  // Entries written or sealed after this moment aren't checked.
  const newest = await newestNumbers(orm);
  let isKnown = known === undefined;
  let hash = FIRST_HASH;
  let unexplained = 0;

  /**
   * Returns why a seal is wrong. Null if it's right, or if two processes made it at the same time.
   */
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
    return "its seal doesn't match: the entry, its position, or the entry before it was changed";
  }

  async function complaintOf(row: SealRow): Promise<string | null> {
    if (!row.entry) return 'the entry is missing';
    if (row.details && detailsHashOf(row.details) !== row.entry.detailsHash) {
      return 'its personal details were changed';
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
      // If the seal is missing, continue with the seal that the entry must have had.
      hash = row.hash ?? sealOf(hash, row);
      if (row.hash === null) continue;
      check.sealed += 1;
      check.last = nameOf({ number, hash });
      if (check.last === known) isKnown = true;
    }
  } while (rows.length === READ_AT_ONCE);

  const unnumbered = await unnumberedEntries(orm);
  if (unnumbered.id) {
    const says = `${unnumbered.count} entries were written while the triggers were missing, including this one`;
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

/** Parses a seal's name such as `1204:9f3c…`. Returns null if it isn't one. */
function sealNamed(name: string): Seal | null {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(name) ?? [];
  return number && hash ? { number: Number(number), hash } : null;
}
