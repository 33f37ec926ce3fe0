/** The whole product as one process, with a separate port and folder. Runs under Bun and Node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port';

export const root = join(import.meta.dirname, '../..');
/** The result of `bun run build`. */
export const BUILT = 'dist/server/main.js';

/** The sources, or under `bun run test` their build, which starts three times as fast. */
const USUAL_PROGRAM = process.env.TESTED_SERVER || 'src/server/main.ts';

const startWithinMs = 60_000;
const stopWithinMs = 15_000;

export interface Product {
  /** The product's address, without a trailing slash. */
  url: string;
  /**
   * The folder with the product's database, photos, and sandbox. It's removed at the stop, unless
   * the test provided it.
   */
  folder: string;
  process: ChildProcess;
  /** Everything that the product has printed so far. */
  output(): string;
  /** Stops the product and waits for its end. */
  stop(): Promise<void>;
}

/** A product that shares its process with others. */
export type HostedProduct = Omit<Product, 'process' | 'output'>;

interface ProductOptions {
  /**
   * The path, from the project's root, of a program that runs in the product before the product
   * starts.
   */
  preload?: string;
  /** The program's path, absolute or from the project's root. Default: `USUAL_PROGRAM`. */
  program?: string;
  /** A folder that survives the product, or that several share. */
  folder?: string;
  /** Environment variables that are added to the defaults or replace them. */
  env?: Record<string, string>;
}

/** A test's settings: a demo, a sandbox, and all files in one folder. */
export const settingsOf = (folder: string, port: string): Record<string, string> => ({
  PORT: port,
  DATABASE_URL: `file:${join(folder, 'dockside.db')}`,
  PHOTO_STORAGE: `file:${join(folder, 'photos')}`,
  STRIPE_SANDBOX_DB: join(folder, 'stripe-sandbox.db'),
  DEMO: '1',
  // There's no proxy that needs time to switch.
  DRAIN_SECONDS: '0',
  // The jobs of the demo's day would change what tests count.
  DEMO_DAY: '0',
});

/**
 * Starts the product with a demo and a sandbox, and waits until it's ready.
 *
 * @throws Error with its output, if it ends or doesn't become ready
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'dockside-product-'));
  const port = options.env?.PORT ?? String(await freePort());
  const program = options.program ?? USUAL_PROGRAM;
  const bun = process.versions.bun ? process.execPath : 'bun';
  const before = options.preload ? ['--preload', resolve(root, options.preload)] : [];
  const child = spawn(bun, ['--no-env-file', ...before, resolve(root, program)], {
    cwd: root,
    // The machine's own settings aren't passed on, only the variables that any program needs.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...settingsOf(folder, port),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  let printed = '';
  const ready = new Promise<string>((resolve, reject) => {
    const clock = setTimeout(() => giveUp('was not ready in time'), startWithinMs);
    const giveUp = (why: string) => {
      clearTimeout(clock);
      reject(new Error(`The product ${why}. It printed:\n${printed}`));
    };
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (!printed.includes('Dockside is ready at ')) return;
      clearTimeout(clock);
      // The product prints the address that people open, which may be a different one.
      resolve(`http://localhost:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (error) => giveUp(`did not start (${error.message})`));
    child.once('exit', (code) => giveUp(`ended with code ${code}`));
  });

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      const clock = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(clock);
    }
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };

  try {
    return { url: await ready, folder, process: child, output: () => printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
