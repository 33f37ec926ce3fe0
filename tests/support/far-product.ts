/** The built product before a real libSQL server, with a line in between that a test can spoil. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { buildForTest } from './built';
import { type Line, layLine } from './line';
import { type Product, startProduct } from './product';
import { startSqld } from './sqld';
import { Visitor } from './visitor';

const ADMIN = { username: 'boss', password: 'a long boss password' };

export type FarProduct = {
  product: Product;
  /** Between the product and its database. */
  line: Line;
  /** Straight to the database, past the line. */
  client: Client;
  /** A new browser. */
  visitor(): Visitor;
  /** A signed-in admin. */
  staff(): Promise<Visitor>;
  /** Resolves once `/readyz` answers with the status. */
  readiness(status: 200 | 503): Promise<void>;
  stop(): Promise<void>;
};

/** The limits are lifted, and each time slot has room for all. */
export async function startFarProduct(env: Record<string, string> = {}): Promise<FarProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-far-'));
  const built = await buildForTest();
  const sqld = await startSqld(join(folder, 'sqld'));
  const line = await layLine(sqld.url);
  const product = await startProduct({
    folder: join(folder, 'product'),
    program: built.program,
    env: {
      DATABASE_URL: line.url,
      DEMO: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      SECOND_FACTOR_FOR: 'none',
      ...env,
    },
  });
  const client = createClient({ url: sqld.url });
  await client.execute(
    'insert into booking_settings (id, default_capacity, updated_at) values (1, 1000, 0)',
  );
  const sandbox = {
    browserFetch(request: Request) {
      const { pathname } = new URL(request.url);
      return fetch(new Request(`${product.url}/stripe-sandbox${pathname}`, request));
    },
  };
  const visitor = () => new Visitor((request) => fetch(request), sandbox, product.url);
  return {
    product,
    line,
    client,
    visitor,
    async staff() {
      const staff = visitor();
      await staff.trpc.auth.adminLogin.mutate(ADMIN);
      return staff;
    },
    async readiness(status) {
      const giveUpAt = Date.now() + 60_000;
      for (;;) {
        const answer = await fetch(`${product.url}/readyz`);
        if (answer.status === status) return;
        if (Date.now() > giveUpAt) throw new Error(`/readyz still answers ${answer.status}`);
        await Bun.sleep(100);
      }
    },
    async stop() {
      await product.stop();
      client.close();
      await line.cut();
      await sqld.stop();
      built.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
