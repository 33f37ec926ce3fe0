/**
 * `bun run test:outbox` sends a driver's full outbox through every kind of fault and prints statistics. Set
 * `FAULT_SEED` to repeat a run.
 */
import { join } from 'node:path';
import { findBrowser } from '../tests/support/browser';
import { build } from './test-runs';

const root = join(import.meta.dir, '..');
if (await build()) process.exit(1);
const playwright = join(root, 'node_modules/playwright/cli.js');
const child = Bun.spawn(
  [process.execPath, '--no-env-file', '--bun', playwright, 'test', 'outbox-faults.e2e.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      FAULTS: 'full',
      CHROMIUM_PATH: await findBrowser({ install: true, isForTests: true }),
    },
  },
);
process.exit(await child.exited);
