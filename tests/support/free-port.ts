/** Ports for test servers. Runs under Bun and Node. */
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Below the ports for outgoing connections (from 32768 on Linux, from 49152 elsewhere). An outgoing
 * connection could take one of those between the check and a server's start.
 */
const [FIRST, LAST] = [13_000, 32_000];

/**
 * A file for each claimed port, so that two servers that start at the same time get different
 * ports, even in different processes. A starting server doesn't listen yet.
 */
const CLAIMS = join(process.env.TEST_PORT_CLAIMS ?? tmpdir(), 'dockside-test-ports');
/** A killed process doesn't delete its claims. */
const CLAIMED_FOR_MS = 60 * 60_000;

const claimed: string[] = [];
process.on('exit', () => {
  for (const path of claimed) rmSync(path, { force: true });
});

/** Returns a port on which nothing listens. With `inARow`, it's the first of that many. */
export async function freePort(inARow = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const ports = Array.from({ length: inARow }, (_, index) => first + index);
    if (!ports.every(claim)) continue;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

/** Returns false if another server has claimed the port. */
function claim(port: number): boolean {
  const path = join(CLAIMS, String(port));
  mkdirSync(CLAIMS, { recursive: true });
  try {
    closeSync(openSync(path, 'wx'));
  } catch {
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    if (Date.now() - mtimeMs > CLAIMED_FOR_MS) rmSync(path, { force: true });
    return false;
  }
  claimed.push(path);
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  probe.listen(port);
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
