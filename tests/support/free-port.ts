/** Ports for servers of tests. Runs under Bun and Node. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that a machine gives to connections going out (Linux from 32768 on, others from
 * 49152). Such a connection may take any of those between a look and the start of a server, which
 * then cannot listen.
 */
const [FIRST, LAST] = [13_000, 32_000];

/** Given by this process, so that two servers that start together get two ports. */
const given = new Set<number>();

/** A port on which nothing listens; with `inARow` the first of that many. */
export async function freePort(inARow = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const ports = Array.from({ length: inARow }, (_, index) => first + index);
    if (ports.some((port) => given.has(port))) continue;
    for (const port of ports) given.add(port);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
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
