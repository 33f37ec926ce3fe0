/** `bun run serve`: migrates and serves what is built; without a build, the sources as they are. */
import { join } from 'node:path';

const built = join(import.meta.dir, '../dist/server/main.js');
await import((await Bun.file(built).exists()) ? built : '../src/server/main');
