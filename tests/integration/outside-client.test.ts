/**
 * The program in tests/outside-client doesn't use this code. Its types come from a running
 * product's document, generated with common packages.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';

const folder = join(import.meta.dir, '../outside-client');

let app: TestApp;
let server: Bun.Server<undefined>;
beforeAll(async () => {
  app = await startTestApp();
  server = Bun.serve({ port: 0, fetch: app.handle });
  // The program has its own packages. Once they're installed, this takes a moment and no network.
  await program('bun', 'install', '--frozen-lockfile', '--silent');
}, 120_000);
afterAll(async () => {
  await server.stop(true);
  await app.close();
});

/**
 * Runs a command in the program's folder and returns its output. If it fails, the error has the
 * output.
 */
async function program(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}\n${out}${err}`);
  return out;
}

test('an outside program compiles against the document, books, saves a card, and reads it back', async () => {
  const address = server.url.origin;
  await program('bun', 'run', 'generate', `${address}/api/openapi.json`);
  await program('bun', 'run', 'check');
  const printed = JSON.parse(await program('bun', 'run', '--silent', 'book', address, TOMORROW));
  expect(printed).toEqual({
    code: expect.stringMatching(/^D-\w+$/),
    status: 'Waiting for staff',
    // 20 gallons of Premium, two small bags, and the delivery of both.
    total: 20 * 5.16 + 2 * 5 + 30,
    rest: 143.2,
    card: 'visa 4242',
  });
}, 120_000);
