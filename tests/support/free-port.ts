/** Ports for servers of tests. Runs under Bun and Node. */
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Below the ports that a machine gives to connections going out (Linux from 32768 on, others from
 * 49152). Such a connection may take any of those between a look and the start of a server, which
 * then cannot listen.
 */
const [FIRST, LAST] = [13_000, 32_000];

/**
 * A file for each port that was given, so that two servers that start together get two ports, also
 * those of two processes: nothing listens yet while a server starts.
 */
const CLAIMS = join(tmpdir(), 'dockside-test-ports');
/** A process that was killed leaves its claims behind. */
const CLAIMED_FOR_MS = 60 * 60_000;

const claimed: string[] = [];
process.on('exit', () => {
  for (const path of claimed) rmSync(path, { force: true });
});

/** A port on which nothing listens; with `inARow` the first of that many. */
export async function freePort(inARow = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const ports = Array.from({ length: inARow }, (_, index) => first + index);
    if (!ports.every(claim)) continue;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

/** False where another server has the port, or is about to. */
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
