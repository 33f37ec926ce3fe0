/**
 * The second half of `bun start`, after the packages are installed. Builds if the sources have changed,
 * then becomes the server, which migrates, listens, and fills the demo.
 */
import { join } from 'node:path';
import { EnvError, readEnv } from '../src/server/config/env';
import { isBuilt } from './build-stamp';

try {
  readEnv();
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  // The settings are checked before the build, so that a start with a mistake fails immediately.
  console.error(`Dockside can't start:\n${error.mistakes.map((line) => `- ${line}`).join('\n')}`);
  process.exit(1);
}

if (!(await isBuilt())) {
  console.log('Building… This only happens the first time and after changes.');
  // Builds in a separate process, so that the server doesn't keep the bundler's memory.
  const build = Bun.spawnSync([process.execPath, join(import.meta.dir, 'build.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (!build.success) process.exit(build.exitCode || 1);
}

await import('./serve');
