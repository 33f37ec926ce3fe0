import { afterEach, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { driverReady } from './browsers/driver-ready';
import { freePort } from './support/free-port';

/**
 * A driver that starts listening after it reads a line, and accepts a session from its third answer
 * on.
 */
const DRIVER = `
  process.stdin.once('data', () => {
    let answers = 0;
    Bun.serve({
      port: Number(process.argv[1]),
      hostname: '127.0.0.1',
      fetch: () => Response.json({ value: { ready: ++answers > 2, answers } }),
    });
  });
`;

let driver: ChildProcess | undefined;
afterEach(() => {
  driver?.kill();
});

function startDriver(port: number, program = DRIVER) {
  driver = spawn(process.execPath, ['--no-env-file', '-e', program, String(port)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return { service: driver, address: `http://127.0.0.1:${port}` };
}

test('the check repeats its request until the driver listens and accepts a session', async () => {
  const { service, address } = startDriver(await freePort());
  const ready = driverReady(service, address);
  // Nothing is listening before this line.
  await expect(fetch(address)).rejects.toThrow();
  service.stdin?.write('listen\n');
  await ready;
  const answer = (await (await fetch(address)).json()) as { value: { answers: number } };
  expect(answer.value.answers).toBeGreaterThan(3);
});

test('a driver that exits, is missing, or stays silent is reported', async () => {
  const ended = startDriver(await freePort(), 'process.exit(3)');
  await expect(driverReady(ended.service, ended.address)).rejects.toThrow('ended with code 3');
  const silent = startDriver(await freePort());
  await expect(driverReady(silent.service, silent.address, 100)).rejects.toThrow('within 100 ms');
  const none = spawn('/no/such/driver');
  await expect(driverReady(none, silent.address)).rejects.toThrow('did not start');
});
