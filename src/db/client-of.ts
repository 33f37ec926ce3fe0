import type { Client, Config } from '@libsql/client';

/**
 * A client for an address. A file needs the library alone; what speaks to servers is loaded for
 * servers, and a replica needs both.
 */
export async function clientOf(config: Config): Promise<Client> {
  const isFile = config.url.startsWith('file:') && !config.syncUrl;
  const { createClient } = await withoutReport(() =>
    isFile ? import('@libsql/client/sqlite3') : import('@libsql/client'),
  );
  return createClient(config);
}

/**
 * The library asks for Node's diagnostic report to learn whether the machine has glibc or musl, and
 * Bun takes 50 ms to write one in a process of our size. Told that there is none, the library looks
 * at the machine's files. Where that does not help it, the report has to be written.
 */
async function withoutReport<T>(load: () => Promise<T>): Promise<T> {
  const report = Object.getOwnPropertyDescriptor(process, 'report');
  if (!report?.configurable) return load();
  Object.defineProperty(process, 'report', { configurable: true, value: undefined });
  try {
    return await load();
  } catch {
    Object.defineProperty(process, 'report', report);
    return await load();
  } finally {
    Object.defineProperty(process, 'report', report);
  }
}
