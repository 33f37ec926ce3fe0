import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import type { Linked, linkColumns } from './delivery-link';

const isLink = ({ id, linkVersion }: Linked) =>
  and(eq(appointments.id, id), eq(appointments.linkVersion, linkVersion));

/** Takes one try at the digits of a link. The tries taken with it; null where `most` were. */
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

/** Gives a try back whose digits were right. */
export function giveBackLinkTry(db: Db, link: Linked): Promise<unknown> {
  return db.write((orm) =>
    orm
      .update(appointments)
      .set({ linkTries: sql`${appointments.linkTries} - 1` })
      .where(and(isLink(link), sql`${appointments.linkTries} > 0`)),
  );
}

/** Appointments whose link has no hash yet, or one that is made with none of these secrets. */
export function selectWithoutLink(orm: Queryable, secretNames: readonly string[], limit: number) {
  const { id, linkVersion, linkHash } = appointments;
  return orm
    .select({ id, linkVersion })
    .from(appointments)
    .where(
      or(
        isNull(linkHash),
        // The names of secrets and hashes are parted by a dot; a slash is the character after it.
        and(...secretNames.map((name) => or(lt(linkHash, `${name}.`), gte(linkHash, `${name}/`)))),
      ),
    )
    .limit(limit);
}

/** Stores the hashes of links that were not replaced meanwhile. */
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
