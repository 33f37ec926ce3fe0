import { existsSync } from 'node:fs';
import { type Db, filePath } from './client';
import { ANY_TABLE } from './table-copy';

/** Nothing stands at the address of the database: it is mistyped, or this is a first start. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';

  constructor() {
    super(
      'There is no database at DATABASE_URL, or it has no tables. Correct the address; for a first start run bun run db:migrate, or set FIRST_START=1 once.',
    );
  }
}

/** Whether a program may make a database: not in production, where a mistyped address is likelier. */
export function mayBegin(env: { NODE_ENV: string; FIRST_START: boolean }): boolean {
  return env.NODE_ENV !== 'production' || env.FIRST_START;
}

/**
 * To be called before a file is opened, which would make it.
 *
 * @throws NoDatabaseError where the address is of a file that is not there
 */
export function refuseMissingFile(url: string): void {
  if (url.startsWith('file:') && !existsSync(filePath(url))) throw new NoDatabaseError();
}

/** @throws NoDatabaseError where the database has no tables */
export async function refuseEmptyDatabase({ client }: Pick<Db, 'client'>): Promise<void> {
  if ((await client.execute(ANY_TABLE)).rows.length === 0) throw new NoDatabaseError();
}
