import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import type { Linked, linkColumns } from './delivery-link';

const isLink = ({ id, linkVersion }: Linked) =>
  and(eq(appointments.id, id), eq(appointments.linkVersion, linkVersion));

/**
 * Counts an attempt at a link's digits. Returns the attempts so far, or null if the limit is
 * reached.
 */
export async function takeLinkTry(db: Db, link: Linked, most: number): Promise<number | null> {
  const [row] = await db.write((orm) =>
    orm
      .update(appointments)
      .set({ linkTries: sql`${appointments.linkTries} + 1` })
      .where(and(isLink(link), lt(appointments.linkTries, most)))
      .returning({ taken: appointments.linkTries }),
  );
  return row?.taken ?? null;
}

/** Uncounts an attempt whose digits were right. */
export function giveBackLinkTry(db: Db, link: Linked): Promise<unknown> {
  return db.write((orm) =>
    orm
      .update(appointments)
      .set({ linkTries: sql`${appointments.linkTries} - 1` })
      .where(and(isLink(link), sql`${appointments.linkTries} > 0`)),
  );
}

/** Selects appointments whose link has no hash, or a hash from none of these secrets. */
export function selectWithoutLink(orm: Queryable, secretNames: readonly string[], limit: number) {
  const { id, linkVersion, linkHash } = appointments;
  return orm
    .select({ id, linkVersion })
    .from(appointments)
    .where(
      or(
        isNull(linkHash),
        // A secret's name and the hash are separated by a dot. A slash is the character after the
        // dot, so this range contains all hashes of one secret.
        and(...secretNames.map((name) => or(lt(linkHash, `${name}.`), gte(linkHash, `${name}/`)))),
      ),
    )
    .limit(limit);
}

/** Stores the hashes of links that haven't been replaced since they were read. */
export function storeLinks(
  db: Db,
  links: readonly { id: string; columns: ReturnType<typeof linkColumns> }[],
): Promise<unknown> {
  return db.batch((orm) =>
    links.map(({ id, columns: { linkVersion, linkHash } }) =>
      orm.update(appointments).set({ linkHash }).where(isLink({ id, linkVersion })),
    ),
  );
}
