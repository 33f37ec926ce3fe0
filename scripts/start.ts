/**
 * The second half of `bun start`, after the packages are installed: builds if the sources have
 * changed, then becomes the server, which migrates, listens and fills the demo.
 */
import { join } from 'node:path';
import { EnvError, readEnv } from '../src/server/config/env';
import { isBuilt } from './build-stamp';

try {
  readEnv();
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  // Before the build: a start that cannot succeed should fail at once.
  console.error(`Dockside cannot start:\n${error.mistakes.map((line) => `- ${line}`).join('\n')}`);
  process.exit(1);
}

if (!(await isBuilt())) {
  console.log('Building (once, and after changes) …');
  // In a process of its own, so that the server does not carry the bundler's memory.
  const build = Bun.spawnSync([process.execPath, join(import.meta.dir, 'build.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (!build.success) process.exit(build.exitCode || 1);
}

await import('./serve');
