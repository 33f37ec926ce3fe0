import type { Deps } from '@/server/config/deps';
import { FIRST_HASH, sealOf } from './hashes';
import { type Seal, setSeals, waitingSeals } from './seals.repository';

/** Number of entries sealed at a time. */
export const SEALED_AT_ONCE = 200;

/**
 * Seals all unsealed entries. If two processes do so at the same time, each entry still gets one
 * seal, based on the previous one. The last seal is logged. A copy of it kept elsewhere can later
 * prove whether the audit log was cut off or rebuilt.
 * @returns the number of sealed entries
 */
export async function sealAudit({
  deps,
}: {
  deps: Pick<Deps, 'db' | 'clock' | 'log'>;
}): Promise<number> {
  let sealed = 0;
  for (;;) {
    const { last, waiting } = await waitingSeals(deps.db, SEALED_AT_ONCE);
    let hash = last?.hash ?? FIRST_HASH;
    const seals = waiting.map((row) => {
      hash = sealOf(hash, row);
      return { number: row.number, hash };
    });
    const set = seals.length > 0 ? await setSeals(deps.db, last, seals, deps.clock.now()) : [];
    const newest = set.at(-1);
    if (newest) {
      deps.log.info('audit entries are sealed', { count: set.length, last: nameOf(newest) });
    }
    sealed += set.length;
    // If fewer were sealed than read, another process is sealing them or none are left.
    if (set.length < SEALED_AT_ONCE) return sealed;
  }
}

/** Formats a seal for people to note: `1204:9f3c…`. */
export const nameOf = ({ number, hash }: Seal): string => `${number}:${hash}`;
