import type { AnyCall } from '@/server/config/call';
import { dueIfAny } from '../leases/leases.repository';
import { linkColumns, linkSecretNames } from './delivery-link';
import { selectWithoutLink, storeLinks } from './link-hashes.repository';

const AT_ONCE = 200;

/** Checks whether `keepLinks` has work to do. */
export const linksToKeep = ({ deps }: AnyCall) =>
  dueIfAny(selectWithoutLink(deps.db.orm, linkSecretNames(deps), 1));

/**
 * Stores the hash of every link that has none, or whose hash was made with an unknown secret. That
 * happens after an upgrade, or after `APP_SECRET` was changed without keeping the previous one.
 * Those links don't work until then. Returns the number of stored hashes.
 */
export async function keepLinks({ deps }: AnyCall): Promise<number> {
  const secretNames = linkSecretNames(deps);
  let stored = 0;
  for (;;) {
    const found = await selectWithoutLink(deps.db.orm, secretNames, AT_ONCE);
    if (found.length === 0) return stored;
    await storeLinks(
      deps.db,
      found.map((link) => ({ id: link.id, columns: linkColumns(deps, link) })),
    );
    stored += found.length;
    // Links replaced in the meantime are found again by the next run.
    if (found.length < AT_ONCE) return stored;
  }
}
