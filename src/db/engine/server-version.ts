import type { Client, Row } from '@libsql/client';
import type { Compiled } from './file-connection';

export type ServerVersion = {
  /** The newest change on the server, read after the call began. */
  read(): Promise<number>;
  /** Where to read the data of that version: the replica beside the process, or the server. */
  source(): Client;
};

/** The newest change. */
export const NEWEST: Compiled = {
  text: 'select coalesce(max(seq), 0) as version from changes',
  values: [],
};

/**
 * Asks a server for the newest change. A replica catches up with it before it is read; where that
 * fails, the server is read.
 */
export function createServerVersion(client: Client, replica: Client): ServerVersion {
  let copied = -1;
  let isCurrent = false;
  const newestIn = async (source: Client) => versionIn((await source.execute(NEWEST.text)).rows);
  return {
    async read() {
      const version = await newestIn(client);
      if (version !== copied) {
        try {
          await replica.sync();
          copied = await newestIn(replica);
        } catch {
          copied = -1;
        }
      }
      isCurrent = copied >= version;
      return version;
    },
    source: () => (isCurrent ? replica : client),
  };
}

/** The answer to NEWEST. */
export function versionIn(rows: readonly unknown[]): number {
  return Number((rows[0] as Row | undefined)?.version ?? 0);
}
