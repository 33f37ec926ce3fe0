import { fileURLToPath } from 'node:url';
import { migrateDb } from '@/db/migrate';
import { createApp } from './app';
import { compose } from './compose';
import { seedDemo } from './demo/seed';
import { type Env, EnvError, readEnv } from './env';
import { startJobs } from './jobs/schedule';
import { ensureAdmin } from './modules/auth/first-admin.usecases';
import { ensureFuelPrice } from './modules/pricing/pricing.usecases';
import { ensureTestPromos } from './modules/pricing/promo.repository';
import { LARGEST_BODY } from './safety';
import { staticFiles } from './static';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));
/** How long requests may take to finish once we were asked to stop. */
const STOP_WITHIN_MS = 10_000;

/** Migrates, seeds, listens, and stops cleanly: the whole of `bun run serve`. */
async function main(env: Env): Promise<void> {
  const port = env.PORT || (await freePort());
  const { deps, sandbox, mailbox, close } = await compose(
    env.PORT === 0 ? { ...env, APP_URL: env.APP_URL.replace(/:0$/, `:${port}`) } : env,
    port,
  );
  await migrateDb(deps.db);
  await ensureFuelPrice({ deps });
  await ensureTestPromos(deps.db, env.TEST_PROMO_CODES, deps.clock.now());
  if (env.ADMIN_USERNAME && env.ADMIN_PASSWORD) {
    await ensureAdmin(
      { deps },
      { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD.reveal() },
    );
  }

  const files = staticFiles(CLIENT);
  const app = createApp({
    deps,
    files,
    mailbox,
    sandbox: sandbox && ((request) => sandbox.browserFetch(withoutPrefix(request))),
  });
  app.listen({ port, maxRequestBodySize: LARGEST_BODY });
  const stopJobs = startJobs(deps);

  const signIns = env.DEMO ? await seedDemo({ deps, sandbox }) : [];
  const lines = [
    `Dockside is ready at http://localhost:${port}`,
    ...signIns.map((line) => `  ${line}`),
  ];
  if (!files) lines.push('  The pages are not built yet: bun run build');
  console.log(lines.join('\n'));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    deps.log.info('stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    // Streams to listening pages never end by themselves.
    deps.live.close();
    await app.stop();
    await stopJobs();
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The sandbox knows nothing of where it is mounted. */
function withoutPrefix(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/stripe-sandbox/, '');
  return new Request(url, request);
}

/** A port nobody uses: with PORT=0 the sandbox must know ours before we listen. */
async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  if (!port) throw new Error('no free port');
  return port;
}

/** Not awaited at the top level: the bytecode of the build is for scripts that have none. */
async function start(): Promise<void> {
  try {
    await main(readEnv());
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const mistakes = error.mistakes.map((line) => `- ${line}`).join('\n');
    console.error(`Dockside cannot start:\n${mistakes}`);
    process.exit(1);
  }
}

void start();
