import { existsSync } from 'node:fs';
import { type Db, filePath } from './client';
import { ANY_TABLE } from './table-copy';

/** Thrown if there's no database at the address: it's mistyped, or this is a first start. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';

  constructor() {
    super(
      'The database at DATABASE_URL doesn’t exist or has no tables. Check the address. For a first start, run bun run db:migrate, or set FIRST_START=1 once.',
    );
  }
}

/** True if a program may create a database. In production, a mistyped address is more likely. */
export function mayBegin(env: { NODE_ENV: string; FIRST_START: boolean }): boolean {
  return env.NODE_ENV !== 'production' || env.FIRST_START;
}

/**
 * Call this before opening a file, which would create it.
 *
 * @throws NoDatabaseError if the address names a missing file
 */
export function refuseMissingFile(url: string): void {
  if (url.startsWith('file:') && !existsSync(filePath(url))) throw new NoDatabaseError();
}

/** @throws NoDatabaseError if the database has no tables */
export async function refuseEmptyDatabase({ client }: Pick<Db, 'client'>): Promise<void> {
  if ((await client.execute(ANY_TABLE)).rows.length === 0) throw new NoDatabaseError();
}
