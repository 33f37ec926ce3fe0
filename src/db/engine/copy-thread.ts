import type { Client } from '@libsql/client';
import { createClient } from '@libsql/client/sqlite3';

/** Which copy is to be brought up to date, and from where. */
export type CopyOrder = { path: string; url: string; authToken: string | undefined };

/** What a thread has of the one that began it; Bun's types name only the other end. */
declare const self: {
  onmessage: (event: { data: CopyOrder }) => void;
  postMessage(hasSucceeded: boolean): void;
};

/**
 * The work of the thread that keeps a copy. Bringing it up to date blocks the thread for the whole
 * length of its trips. Each order is answered by whether it was carried out.
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
