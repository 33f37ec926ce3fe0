import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, startProduct } from '../support/product';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_dockside',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_dockside',
  STRIPE_WEBHOOK_SECRET: 'whsec_dockside',
  APP_SECRET: 'thirty-two-characters-or-more-of-secret',
};

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
}, 120_000);
afterAll(() => product.stop());

const post = (server: Product, path: string, body: unknown) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function until(found: (page: string) => boolean): Promise<string> {
  for (let n = 0; n < 100; n += 1) {
    const page = await (await fetch(`${product.url}/dev/mailbox`)).text();
    if (found(page)) return page;
    await Bun.sleep(100);
  }
  throw new Error('the mail did not come');
}

test('a reset link from the local mailbox works once', async () => {
  await post(product, '/api/auth/reset-password-request', { email: 'sam@dockside.example' });
  const page = await until((text) => text.includes('reset-password?token='));
  const [, link = ''] = /href="([^"]*reset-password\?token=[^"]+)"/.exec(page) ?? [];
  expect(link).toStartWith(product.url);
  const token = new URL(link).searchParams.get('token');
  const reset = { token, newPassword: 'brand-new-one' };
  expect((await post(product, '/api/auth/reset-password', reset)).status).toBe(200);
  expect((await post(product, '/api/auth/reset-password', reset)).status).toBe(400);
  const signIn = { username: 'customer', password: 'brand-new-one' };
  expect((await post(product, '/api/auth/login', signIn)).status).toBe(200);
}, 120_000);

test('the mailbox page runs nothing, loads nothing, and shows markup as text', async () => {
  const register = await post(product, '/api/auth/register', {
    username: 'markup',
    password: 'six-characters',
    email: 'markup@lake.example',
    fullName: '<img src=x onerror=alert(1)>',
    phone: '2695550100',
    homeAddress: 'Pier 4',
  });
  expect(register.status).toBe(201);
  await post(product, '/api/auth/reset-password-request', { email: 'markup@lake.example' });
  const page = await until((text) => text.includes('markup@lake.example'));
  expect(page).not.toContain('<img');
  expect(page).not.toContain('<script');
  const { headers } = await fetch(`${product.url}/dev/mailbox`);
  expect(headers.get('content-security-policy')).toStartWith(
    "default-src 'none'; style-src 'sha256-",
  );
}, 120_000);

test("an email's HTML form is shown in a frame that runs nothing", async () => {
  await post(product, '/api/auth/reset-password-request', { email: 'sam@dockside.example' });
  const page = await until((text) => text.includes('<iframe'));
  const [, address = '', rest = ''] = /<iframe[^>]* src="([^"]+)"([^>]*)>/.exec(page) ?? [];
  expect(rest).toContain('sandbox=""');
  const form = await fetch(product.url + address);
  expect(await form.text()).toContain('Set Password');
  const policy = form.headers.get('content-security-policy') ?? '';
  expect(policy).toStartWith("default-src 'none'; style-src 'unsafe-inline';");
  expect(policy).toEndWith('sandbox');
  expect((await fetch(`${product.url}/dev/mailbox/nothing`)).status).toBe(404);
  const elsewhere = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  expect((await fetch(product.url + address, elsewhere)).status).toBe(404);
}, 120_000);

test("the mailbox doesn't exist behind a proxy or a tunnel", async () => {
  const answer = await fetch(`${product.url}/dev/mailbox`, {
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  expect(answer.status).toBe(404);
});

test("the mailbox doesn't exist in production, and no message is stored in a folder", async () => {
  const live = await startProduct({
    env: {
      ...STRIPE,
      NODE_ENV: 'production',
      FIRST_START: '1',
      DEMO: '0',
      APP_URL: 'https://dockside.example',
      LOG_LEVEL: 'error',
      MAIL_FROM: 'hello@dockside.example',
    },
  });
  try {
    expect((await fetch(`${live.url}/dev/mailbox`)).status).toBe(404);
    expect(existsSync(join(live.folder, 'mailbox'))).toBe(false);
  } finally {
    await live.stop();
  }
}, 120_000);
