import { join } from 'node:path';
import { mayForgetWrites } from '@/db/durability';
import { mayBegin, refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { migrateDb, refuseOrphans } from '@/db/migrate';
import type { Deps } from '@/server/config/deps';
import { readEnv } from '@/server/config/env';
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
import { isUsernameWithoutKey } from './modules/customers/name-keys.repository';
import { ensureFuelPrice } from './modules/pricing/pricing.usecases';
import { ensureTestPromos } from './modules/pricing/promo.repository';

const CLIENT = join(import.meta.dir, '../../dist/client');
const PACKAGE = join(import.meta.dir, '../../package.json');
/** What the build came from; not there where the sources run. */
const INPUTS = join(import.meta.dir, '../inputs');
const FIRST_PAGE = join(import.meta.dir, '../../dist/first-page');
/** How long requests may take to finish once the process is told to stop. */
const STOP_WITHIN_MS = 10_000;
/** The first requests are answered first: loading the rest would keep them waiting. */
const LOAD_REST_AFTER_MS = 200;

/** The whole of `bun run serve`: migrates, seeds, listens, loads the rest, and stops cleanly. */
async function main(env: Env): Promise<void> {
  if (!mayBegin(env)) refuseMissingFile(env.DATABASE_URL);
  const port = env.PORT || (await freePort());
  const { deps, sandbox, mailbox, jobsRun, quietly, close } = await compose(
    env.PORT === 0 ? { ...env, APP_URL: env.APP_URL.replace(/:0$/, `:${port}`) } : env,
    port,
  );
  if (!mayBegin(env)) await refuseEmptyDatabase(deps.db);
  if (deps.settings.hasTestKeys) {
    deps.log.warn('Stripe runs on test keys: no card is charged');
  }
  if (!env.SMTP_URL && env.NODE_ENV === 'production') {
    deps.log.warn('no mail server is set (SMTP_URL): messages wait until there is one');
  }
  await migrateDb(deps.db);
  // Before anyone can register another spelling of a name.
  if (await isUsernameWithoutKey(deps.db.orm)) await keepNameKeys(deps);
  // Reports are read from it, and an older program may have served this database.
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
    files: hasPages ? (path, encoding) => files()(path, encoding) : null,
    firstPage: hasPages && isFirstPageBuilt(FIRST_PAGE) ? () => loadFirstPage(FIRST_PAGE) : null,
    mailbox,
    build: await thisBuild(),
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
  // Not before, or a visitor of the first second takes a time slot that the demo is about to book.
  app.listen({ hostname: env.HOST, port, maxRequestBodySize: LARGEST_BODY });
  let stopJobs = async () => {};
  const secondSignal = Promise.withResolvers<void>();
  const stop = async () => {
    if (stopping) return secondSignal.resolve();
    stopping = true;
    deps.log.info('stopping');
    app.drain();
    await Promise.race([Bun.sleep(env.DRAIN_SECONDS * 1_000), secondSignal.promise]);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    // The streams to listening pages never end on their own.
    deps.live.close();
    await app.stop();
    await stopJobs();
    await filling;
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Not before: what reads this line may stop the product at once.
  console.log(lines.join('\n'));

  await Bun.sleep(LOAD_REST_AFTER_MS);
  if (stopping) return;
  await app.load();
  // People look at the first pages meanwhile. The jobs would take its messages, of hours ago, for late.
  filling = fillDay().catch((error) =>
    deps.log.error('the day of the demo was not filled', errorFields(error)),
  );
  await filling;
  const { startJobs } = await import('./jobs/schedule');
  if (stopping) return;
  const jobs = startJobs(deps);
  stopJobs = jobs.stop;
  jobsRun(jobs.wake);
  // Also where an older program holds the lease of the jobs, and knows of no ledger.
  const { completeLedger } = await import('./modules/ledger/ledger.usecases');
  await completeLedger({ deps }).catch((error) =>
    deps.log.error('the ledger was not completed', errorFields(error)),
  );
  await keepNameKeys(deps).catch((error) =>
    deps.log.error('the keys of names were not kept', errorFields(error)),
  );
}

/** An older program that runs beside this one writes names without their keys. */
async function keepNameKeys(deps: Deps): Promise<void> {
  const names = await import('./modules/customers/name-keys.usecases');
  await names.keepNameKeys({ deps });
}

/**
 * The version, and the first letters of the fingerprint of the sources (scripts/build-stamp.ts). A build
 * that was moved elsewhere may lack either.
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

/** A server's own setting decides it, and nothing else would show that it is missing. */
async function warnOfForgetting({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  if (!(await mayForgetWrites(db.client))) return;
  log.warn(
    'the database server may forget acknowledged bookings and payments in a power cut: set its durability_mode (docs/operations.md, Durability)',
  );
}

/** Where people open the product: a proxy or Vite may stand between them and our port. */
function addressOf(appUrl: string, port: number): string {
  return new URL(appUrl).hostname === 'localhost' ? appUrl : `${appUrl} (port ${port} here)`;
}

/** A free port: with PORT=0 the sandbox must know our port before we listen. */
async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  if (!port) throw new Error('no free port');
  return port;
}

async function start(): Promise<void> {
  endAtUncaught();
  try {
    await main(readEnv());
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

/**
 * Resolves once everything is loaded and the jobs run. This file does not await it, because the
 * build compiles to bytecode only scripts without a top-level await. A program that imports this
 * file awaits it: Bun collects garbage once the top level is done, and the first request would wait
 * for that.
 */
export const started = start();
