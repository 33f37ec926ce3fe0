import { expect, test } from 'bun:test';
import { join } from 'node:path';

const PROGRAM = `
  import { freePort } from ${JSON.stringify(join(import.meta.dir, 'support/free-port.ts'))};
  const ports = [];
  while (ports.length < 300) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  // Another process asks while these are still this one's.
  for await (const _ of Bun.stdin.stream()) break;
`;

test('processes that ask at the same time get different ports', async () => {
  const asking = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, '--no-env-file', '-e', PROGRAM], { stdin: 'pipe' }),
  );
  const ports: number[] = [];
  for (const { stdout } of asking) {
    const { value } = await stdout.getReader().read();
    ports.push(...JSON.parse(new TextDecoder().decode(value)));
  }
  for (const child of asking) child.stdin.end();
  await Promise.all(asking.map((child) => child.exited));
  expect(ports).toHaveLength(900);
  expect(new Set(ports).size).toBe(900);
});
