import { join } from 'node:path';
import { mayForgetWrites } from '@/db/durability';
import { mayBegin, refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { migrateDb, refuseOrphans } from '@/db/migrate';
import type { Deps } from '@/server/config/deps';
import { loadEnv, readEnv } from '@/server/config/env';
import type { Env } from '@/server/config/env-variables';
import { lazy } from '@/server/config/lazy';
import { createLog, errorFields } from '@/server/config/log';
import { endAtUncaught, operatorSentences } from '@/server/config/uncaught';
import { createApp } from '@/server/http/app';
import { LARGEST_BODY } from '@/server/http/body';
import { isFirstPageBuilt, loadFirstPage } from '@/server/http/first-page/build';
import type { Build } from '@/server/http/process-metrics';
import { isBuilt, staticFiles } from '@/server/http/static';
import { compose } from './compose';
import { adoptSavedZones } from './modules/business-settings/time-zone.usecases';
import { isUsernameWithoutKey } from './modules/customers/name-keys.repository';
import { ensureFuelPrice } from './modules/pricing/pricing.usecases';
import { ensureTestPromos } from './modules/pricing/promo.repository';
import { pushKeys } from './modules/push/keys';

const CLIENT = join(import.meta.dir, '../../dist/client');
const PACKAGE = join(import.meta.dir, '../../package.json');
/** The fingerprint of the build's sources. Missing if the sources run directly. */
const INPUTS = join(import.meta.dir, '../inputs');
const FIRST_PAGE = join(import.meta.dir, '../../dist/first-page');
/** How long requests may take to finish after a stop signal. */
const STOP_WITHIN_MS = 10_000;
/**
 * The rest is loaded after this pause (ms), because loading it right away would delay the first
 * requests.
 */
const LOAD_REST_AFTER_MS = 200;

export { endAtUncaught, loadEnv };

/** A product's process. Browser tests run many products in one. */
export interface Surroundings {
  /** Receives the function that stops the product. A second call ends the wait for a proxy. */
  onStopSignal(stop: () => Promise<void>): void;
  exit(code: number): void;
}

const OWN_PROCESS: Surroundings = {
  onStopSignal(stop) {
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  },
  exit: (code) => process.exit(code),
};

/** Everything `bun run serve` does: migrates, seeds, listens, loads the rest, and stops cleanly. */
export async function run(env: Env, { onStopSignal, exit } = OWN_PROCESS): Promise<void> {
  if (!mayBegin(env)) refuseMissingFile(env.DATABASE_URL);
  const port = env.PORT || (await freePort());
  const { deps, sandbox, mailbox, localTexts, localPushes, jobsRun, quietly, close } =
    await compose(
      env.PORT === 0 ? { ...env, APP_URL: env.APP_URL.replace(/:0$/, `:${port}`) } : env,
      port,
    );
  if (!mayBegin(env)) await refuseEmptyDatabase(deps.db);
  if (deps.settings.hasTestKeys) {
    deps.log.warn('Stripe uses test keys, so no cards are charged');
  }
  if (!env.SMTP_URL && env.NODE_ENV === 'production') {
    deps.log.warn('no email server is set (SMTP_URL), so emails wait until one is set');
  }
  await migrateDb(deps.db);
  await adoptSavedZones(deps);
  // This must run before anyone can register another spelling of an existing name.
  if (await isUsernameWithoutKey(deps.db.orm)) await keepNameKeys(deps);
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
  const files = lazy(() => staticFiles(CLIENT));
  const app = createApp({
    deps,
    files: hasPages ? (...request) => files()(...request) : null,
    firstPage: hasPages && isFirstPageBuilt(FIRST_PAGE) ? () => loadFirstPage(FIRST_PAGE) : null,
    mailbox,
    localTexts,
    localPushes,
    // Read now, because a later build may replace the files. No answer waits for it.
    build: thisBuild(),
    sandbox: sandbox && (async (request) => (await sandbox()).browserFetch(request)),
    prepare: lazy(async () => {
      if (hasPages) files();
      await Promise.all([sandbox?.(), refuseOrphans(deps.db), warnOfForgetting(deps)]);
    }),
  });

  let stopping = false;
  let filling = Promise.resolve();
  let fillDay = async () => {};
  const lines = [`Dockside is ready at ${addressOf(deps.settings.appUrl, port)}`];
  if (env.DEMO) {
    const { seedDemo } = await import('./demo/seed');
    const bank = (await sandbox?.()) ?? null;
    const { signIns, isNew } = await quietly(() => seedDemo({ deps, sandbox: bank }));
    if (isNew && bank && env.DEMO_DAY) {
      fillDay = async () =>
        (await import('./demo/day')).seedDay({ deps, sandbox: bank, isOver: () => stopping });
    }
    lines.push(...signIns.map((line) => `  ${line}`));
  }
  // The app listens only after seeding, so that an early visitor can't take a window that the demo
  // is about to book.
  app.listen({ hostname: env.HOST, port, maxRequestBodySize: LARGEST_BODY });
  let stopJobs = async () => {};
  const secondSignal = Promise.withResolvers<void>();
  const stop = async () => {
    if (stopping) return secondSignal.resolve();
    stopping = true;
    deps.log.info('stopping');
    app.drain();
    await Promise.race([Bun.sleep(env.DRAIN_SECONDS * 1_000), secondSignal.promise]);
    setTimeout(() => exit(1), STOP_WITHIN_MS).unref();
    // The streams to open pages would never end by themselves.
    deps.live.close();
    await app.stop();
    await stopJobs();
    await filling;
    await close();
    exit(0);
  };
  onStopSignal(stop);
  // Printed only after the signals are handled, because a program that reads this line may stop the
  // product immediately.
  console.log(lines.join('\n'));

  await Bun.sleep(LOAD_REST_AFTER_MS);
  if (stopping) return;
  await app.load();
  // Without keys, nobody can turn on notifications. The next call tries again.
  await pushKeys(deps).catch((error) =>
    deps.log.error("the notification keys couldn't be created", errorFields(error)),
  );
  // The demo day is filled before the jobs start. Its messages are hours old, so the jobs would
  // give up on them as outdated.
  filling = fillDay().catch((error) =>
    deps.log.error("the demo day couldn't be created", errorFields(error)),
  );
  await filling;
  const { startJobs } = await import('./jobs/schedule');
  if (stopping) return;
  const jobs = startJobs(deps);
  stopJobs = jobs.stop;
  jobsRun(jobs.wake);
  await keepNameKeys(deps).catch((error) =>
    deps.log.error("the name keys couldn't be updated", errorFields(error)),
  );
}

/**
 * An older version that runs at the same time writes names without their keys, so missing keys are
 * added again.
 */
async function keepNameKeys(deps: Deps): Promise<void> {
  const names = await import('./modules/customers/name-keys.usecases');
  await names.keepNameKeys({ deps });
}

/**
 * The version, and the start of the sources' fingerprint (scripts/build-stamp.ts). Either may be missing if
 * the build was moved.
 */
async function thisBuild(): Promise<Build> {
  const [version, stamp] = await Promise.all([
    Bun.file(PACKAGE)
      .json()
      .then((file: { version: string }) => file.version)
      .catch(() => 'unknown'),
    Bun.file(INPUTS)
      .text()
      .catch(() => 'not built'),
  ]);
  return { version, sources: stamp.slice(0, 12) };
}

/**
 * Warns if the database server may lose acknowledged writes. That depends on the server's own
 * setting, and nothing else would reveal that it's wrong.
 */
async function warnOfForgetting({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  if (!(await mayForgetWrites(db.client))) return;
  log.warn(
    'the database server may lose acknowledged bookings and payments in a power failure: set its durability_mode (docs/operations.md, Durability)',
  );
}

/** Returns the address that people open. A proxy or Vite may be in front of our port. */
function addressOf(appUrl: string, port: number): string {
  return new URL(appUrl).hostname === 'localhost' ? appUrl : `${appUrl} (port ${port} here)`;
}

/** Finds a free port. With PORT=0, the sandbox must know our port before the app listens. */
async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  if (!port) throw new Error('no free port');
  return port;
}

/**
 * Runs the product with this process's settings. Resolves when everything is loaded and the jobs are
 * running. A program that imports this file must await it. Otherwise, Bun collects garbage at the end
 * of the top level, and the first request has to wait.
 */
export async function start(): Promise<void> {
  endAtUncaught();
  try {
    await run(readEnv());
  } catch (error) {
    const reasons = operatorSentences(error);
    if (!reasons) {
      createLog().error('the start failed', errorFields(error));
      process.exit(1);
    }
    console.error(`Dockside can't start:\n${reasons.map((line) => `- ${line}`).join('\n')}`);
    process.exit(1);
  }
}

// Not awaited, because Bun only creates bytecode for scripts without a top-level await.
if (import.meta.main) void start();
