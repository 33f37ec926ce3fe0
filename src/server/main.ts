import { migrateDb, refuseOrphans } from '@/db/migrate';
import { createApp } from './app';
import { compose } from './compose';
import { type Env, EnvError, readEnv } from './env';
import { once } from './late';
import { ensureFuelPrice } from './modules/pricing/pricing.usecases';
import { ensureTestPromos } from './modules/pricing/promo.repository';
import { LARGEST_BODY } from './safety';
import { isBuilt, staticFiles } from './static';

const CLIENT = Bun.fileURLToPath(new URL('../../dist/client', import.meta.url));
/** How long requests may take to finish once we were asked to stop. */
const STOP_WITHIN_MS = 10_000;
/** Whoever waited for us to listen is answered first: loading the rest keeps everybody waiting. */
const LOAD_REST_AFTER_MS = 200;

/** Migrates, seeds, listens, loads the rest, and stops cleanly: the whole of `bun run serve`. */
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
    const { ensureAdmin } = await import('./modules/auth/first-admin.usecases');
    await ensureAdmin(
      { deps },
      { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD.reveal() },
    );
  }

  const hasPages = isBuilt(CLIENT);
  const files = once(() => staticFiles(CLIENT));
  const app = createApp({
    deps,
    files: hasPages ? (path, encoding) => files()(path, encoding) : null,
    mailbox,
    sandbox: sandbox && (async (request) => (await sandbox()).browserFetch(withoutPrefix(request))),
    prepare: once(async () => {
      if (hasPages) files();
      await Promise.all([sandbox?.(), refuseOrphans(deps.db)]);
    }),
  });
  app.listen({ port, maxRequestBodySize: LARGEST_BODY });

  const lines = [`Dockside is ready at http://localhost:${port}`];
  if (env.DEMO) {
    const { seedDemo } = await import('./demo/seed');
    const signIns = await seedDemo({ deps, sandbox: (await sandbox?.()) ?? null });
    lines.push(...signIns.map((line) => `  ${line}`));
  }
  if (!hasPages) lines.push('  The pages are not built yet: bun run build');
  console.log(lines.join('\n'));

  let stopJobs = async () => {};
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

  await Bun.sleep(LOAD_REST_AFTER_MS);
  if (stopping) return;
  await app.load();
  const { startJobs } = await import('./jobs/schedule');
  if (!stopping) stopJobs = startJobs(deps);
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

/**
 * Everything is loaded and the jobs run. Not awaited here, because the bytecode of the build is for
 * scripts without a top-level await; who imports this file awaits it, because Bun collects garbage
 * once the program's top level is done, which would keep the first request waiting.
 */
export const started = start();
