/** The built product on a real libSQL server, with a proxy between them that a test can disturb. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { buildForTest } from './built';
import { databaseHealth, readiness } from './database-health';
import { type Line, layLine } from './line';
import { type Product, startProduct } from './product';
import { startSqld } from './sqld';
import { Visitor } from './visitor';

const ADMIN = { username: 'boss', password: 'a long boss password' };

export type FarProduct = {
  product: Product;
  /** The proxy between the product and its database. */
  line: Line;
  /** Creates a browser. */
  visitor(): Visitor;
  /** Returns a signed-in admin. */
  staff(): Promise<Visitor>;
  /** Resolves once `/healthz/database` returns the status. */
  databaseHealth(status: 200 | 503): Promise<void>;
};

export type FarServer = {
  /** Connects to the database directly, without the proxy. */
  client: Client;
  /** Starts a product with its own proxy and without limits. */
  start(env?: Record<string, string>): Promise<FarProduct>;
  /** Stops the server and all products. */
  stop(): Promise<void>;
};

/** Starts a server and builds the product. */
export async function startFarServer(): Promise<FarServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-far-'));
  const built = await buildForTest();
  const sqld = await startSqld(join(folder, 'sqld'));
  const client = createClient({ url: sqld.url });
  const started: FarProduct[] = [];
  return {
    client,
    async start(env = {}) {
      const line = await layLine(sqld.url);
      const place = join(folder, crypto.randomUUID());
      const product = await startBuilt(built.program, place, line, env);
      await readiness(product.url);
      const far = farProduct(line, product);
      started.push(far);
      return far;
    },
    async stop() {
      await Promise.all(started.map(({ product }) => product.stop()));
      await Promise.all(started.map(({ line }) => line.cut()));
      client.close();
      await sqld.stop();
      built.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startBuilt(program: string, folder: string, line: Line, env: Record<string, string>) {
  return startProduct({
    folder,
    program,
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
}

function farProduct(line: Line, product: Product): FarProduct {
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
    visitor,
    async staff() {
      const staff = visitor();
      await staff.trpc.auth.adminLogin.mutate(ADMIN);
      return staff;
    },
    databaseHealth: (status) => databaseHealth(product.url, status),
  };
}
