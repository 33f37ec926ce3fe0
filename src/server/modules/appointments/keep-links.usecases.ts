import type { AnyCall } from '@/server/config/call';
import { dueIfAny } from '../leases/leases.repository';
import { linkColumns, linkSecretNames } from './delivery-link';
import { selectWithoutLink, storeLinks } from './link-hashes.repository';

const AT_ONCE = 200;

/** Whether `keepLinks` would find one. */
export const linksToKeep = ({ deps }: AnyCall) =>
  dueIfAny(selectWithoutLink(deps.db.orm, linkSecretNames(deps), 1));

/**
 * Stores the hash of every link that has none, or one of an unknown secret: after an upgrade from a
 * release without them, and after `APP_SECRET` was changed without keeping the former one. Until then
 * such a link opens nothing.
 * Returns how many.
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
    // Those that were replaced meanwhile are found again; another run takes them.
    if (found.length < AT_ONCE) return stored;
  }
}
