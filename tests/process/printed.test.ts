import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchApi } from '../support/api-document';
import { freePort } from '../support/free-port';
import { startProduct } from '../support/product';
import { settingsOf } from '../support/programs';

const root = join(import.meta.dir, '../..');
const SIGN_INS = [
  '  Customer  customer / customer-demo',
  '  Admin     admin / admin-demo  (at /admin-login)',
  '  Driver    driver / driver-demo  (at /driver)',
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-printed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one of our programs on its own terminal until it's stopped. */
function onTerminal(program: string, env: Record<string, string>) {
  const decoder = new TextDecoder();
  let printed = '';
  let wake = () => {};
  const child = Bun.spawn([process.execPath, '--no-env-file', program], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      STRIPE_SANDBOX_DB: join(folder, 'stripe-sandbox.db'),
      ...settingsOf(folder),
      ...env,
    },
    terminal: {
      cols: 200,
      data(_terminal: unknown, chunk: Uint8Array) {
        printed += decoder.decode(chunk, { stream: true }).replaceAll('\r', '');
        wake();
      },
    },
  });
  return {
    /** Waits until the text is printed, and returns all output so far. */
    async prints(text: string): Promise<string> {
      const ended = child.exited.then(() => true);
      while (!printed.includes(text)) {
        const news = new Promise<false>((resolve) => {
          wake = () => resolve(false);
        });
        if (await Promise.race([ended, news])) throw new Error(`it ended after: ${printed}`);
      }
      return printed;
    },
    async stop(): Promise<string> {
      child.kill('SIGTERM');
      await child.exited;
      return printed;
    },
  };
}

test('a start with a demo prints only the address and the sign-ins on a terminal', async () => {
  const product = onTerminal('src/server/main.ts', { PORT: '0' });
  const printed = await product.prints(SIGN_INS[2] ?? '');
  const [, url] = /^Dockside is ready at (http:\/\/localhost:\d+)$/m.exec(printed) ?? [];
  // This call comes before the check that everything is loaded. It's answered within a second, and
  // it's logged.
  expect((await fetchApi(`${url}/api/no-such-call`)).status).toBe(404);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await product.stop()).trimEnd().split('\n')).toEqual([
    `Dockside is ready at ${url}`,
    ...SIGN_INS,
  ]);
}, 120_000);

test('LOG_LEVEL=info prints each event as a readable line on a terminal', async () => {
  const product = onTerminal('src/server/main.ts', { PORT: '0', LOG_LEVEL: 'info', DEMO: '0' });
  const [, url] = /ready at (\S+)/.exec(await product.prints('ready at ')) ?? [];
  await fetch(`${url}/api/weather`);
  await product.prints('/api/weather');
  expect(await product.stop()).toMatch(
    /^\d\d:\d\d:\d\d info {2}request · request [-0-9a-f]{36}, method GET, path \/api\/weather, status 200, ms [\d.]+$/m,
  );
}, 120_000);

test('the log elsewhere is JSON, and filling the demo prints nothing', async () => {
  const product = await startProduct({ folder, env: { LOG_LEVEL: 'info' } });
  await fetch(`${product.url}/api/weather`);
  await product.stop();
  const [address, ...lines] = product.output().trim().split('\n');
  expect(address).toBe(`Dockside is ready at ${product.url}`);
  expect(lines.slice(0, 3)).toEqual(SIGN_INS);
  const messages = lines.slice(3).map((line) => JSON.parse(line).message);
  expect(messages).toContain('request');
  expect(messages).toContain('stopping');
}, 120_000);

test('dev prints one address, which serves pages and calls', async () => {
  // The addresses of Vite and of the server behind it.
  const port = await freePort(2);
  const dev = onTerminal('scripts/dev.ts', { PORT: String(port) });
  await dev.prints(SIGN_INS[2] ?? '');
  const page = await fetch(`http://localhost:${port}/`);
  expect(await page.text()).toContain('/@vite/client');
  expect((await fetchApi(`http://localhost:${port}/api/no-such-call`)).status).toBe(404);
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  expect((await fetch(`http://localhost:${port}/dev/mailbox`)).status).toBe(200);
  const printed = await dev.stop();
  expect(printed.match(/https?:\/\/\S+/g)).toEqual([`http://localhost:${port}`]);
}, 120_000);
