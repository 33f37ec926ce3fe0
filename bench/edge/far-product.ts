/** The built product with a distant database, and its setup. */
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { layLine } from '../../tests/support/line';
import { startSqld } from '../../tests/support/sqld';
import { startProduct, startStripe } from '../servers';
import { layNotingLine } from './line';
import { ADMIN, EMERGENCY_PASSWORD, setScene } from './scene';

export type FarScene = Awaited<ReturnType<typeof startFarScene>>;

/** Starts sqld, the connection, the Stripe sandbox, and the product. The connection has no latency yet. */
export async function startFarScene(folder: string) {
  const sqld = await startSqld(join(folder, 'sqld'));
  // Stops all servers, even after an exception.
  process.on('exit', () => void sqld.stop());
  const line = await layNotingLine(sqld.url);
  const client = createClient({ url: sqld.url });
  const stripe = await startStripe(folder);
  const settings = {
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    EMERGENCY_ADMIN_PASSWORD: EMERGENCY_PASSWORD,
    // Each person has their own address, so that rate limits count as in real use, and none is
    // reached.
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '250',
  };
  const start = (env: Record<string, string> = {}, flags: string[] = []) =>
    startProduct(line.url, stripe, {
      folder: join(folder, 'product'),
      env: { ...settings, ...env },
      flags,
    });
  const product = await start({}, ['--preload', join(import.meta.dir, 'preload.ts')]);
  const origin = `http://127.0.0.1:${product.port}`;
  // On a busy machine, the first requests may time out.
  for (let tries = 1; !(await fetch(`${origin}/readyz`)).ok; tries += 1) {
    if (tries > 20) throw new Error("The product wasn't ready.");
    await Bun.sleep(200);
  }
  const sandbox = {
    browserFetch(request: Request) {
      const { pathname } = new URL(request.url);
      return fetch(new Request(`http://127.0.0.1:${stripe.port}${pathname}`, request));
    },
  };
  return {
    ...(await setScene({ origin, send: fetch, sandbox, client, now: Date.now })),
    line,
    /** Starts another process of the product. */
    start: () => start(),
    /** Starts another process with a copy of the database, on its own connection. */
    async startWithCopy() {
      const own = await layLine(sqld.url);
      const copy = join(folder, 'copy.db');
      const process = await start({ DATABASE_URL: own.url, DATABASE_REPLICA_PATH: copy });
      return { process, line: own };
    },
    async stop() {
      await product.stop();
      await line.close();
      await stripe.stop();
      client.close();
      await sqld.stop();
    },
  };
}
