import type { Client } from '@libsql/client';

/**
 * Asks a server for the newest change. Whoever asks while an answer is on its way shares the next
 * question with the others, because the one under way may have been answered before they asked.
 */
export function createServerVersion(client: Client): () => Promise<number> {
  let running: Promise<number> | null = null;
  let next: Promise<number> | null = null;

  async function ask(): Promise<number> {
    const { rows } = await client.execute('select max(seq) as version from changes');
    return Number(rows[0]?.version ?? 0);
  }
  function begin(): Promise<number> {
    const asked = ask().finally(() => {
      if (running === asked) running = null;
    });
    running = asked;
    return asked;
  }
  return () => {
    if (!running) return begin();
    next ??= running
      .catch(() => 0)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
