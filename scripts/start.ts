/**
 * What `bun start` runs once the packages are there: builds what is missing or older than
 * its sources, then becomes the server, which migrates, seeds the demo and listens.
 */
import { join } from 'node:path';
import { EnvError, readEnv } from '../src/server/env';
import { isBuilt } from './build-stamp';

try {
  readEnv();
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  // Said before the build, so that nobody waits for a start that cannot succeed.
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
