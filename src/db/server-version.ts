import type { Client } from '@libsql/client';

export type ServerVersion = {
  /** The newest change on the server, asked after the call began. */
  read(): Promise<number>;
  /** Where to read what belongs to that version: the copy beside us, or the server itself. */
  source(): Client;
};

/**
 * Asks a server for the newest change. Whoever asks while an answer is on its way shares the next
 * question with the others, because the one under way may have been answered before they asked.
 * A replica is brought up to what the server said before anything is read from it; where that
 * fails, the server is read.
 */
export function createServerVersion(client: Client, replica: Client | null): ServerVersion {
  let running: Promise<number> | null = null;
  let next: Promise<number> | null = null;
  let copied = -1;
  let isCurrent = false;

  async function ask(): Promise<number> {
    const version = await versionIn(client);
    if (replica && version !== copied) {
      try {
        await replica.sync();
        copied = await versionIn(replica);
      } catch {
        copied = -1;
      }
    }
    isCurrent = copied >= version;
    return version;
  }
  function begin(): Promise<number> {
    const asked = ask().finally(() => {
      if (running === asked) running = null;
    });
    running = asked;
    return asked;
  }
  return {
    read() {
      if (!running) return begin();
      next ??= running
        .catch(() => 0)
        .then(() => {
          next = null;
          return begin();
        });
      return next;
    },
    source: () => (replica && isCurrent ? replica : client),
  };
}

async function versionIn(client: Client): Promise<number> {
  const { rows } = await client.execute('select max(seq) as version from changes');
  return Number(rows[0]?.version ?? 0);
}
