import type { Client } from '@libsql/client';
import { createClient } from '@libsql/client/sqlite3';

/** The copy to update, and its server. */
export type CopyOrder = { path: string; url: string; authToken: string | undefined };

/** The thread's connection to its parent. Bun's types declare only the parent's side. */
declare const self: {
  onmessage: (event: { data: CopyOrder }) => void;
  postMessage(hasSucceeded: boolean): void;
};

/**
 * Runs in the thread that maintains a copy, because updating it blocks for whole round trips.
 * Replies to each order with whether it succeeded.
 */
export function keepCopy(): void {
  let client: Client | null = null;
  self.onmessage = async ({ data: { path, url, authToken } }) => {
    try {
      client ??= createClient({ url: `file:${path}`, syncUrl: url, authToken });
      await client.sync();
      self.postMessage(true);
    } catch {
      self.postMessage(false);
    }
  };
}
