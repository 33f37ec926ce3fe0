/**
 * `bun run dev` starts Vite with hot reload at PORT and, at the next port, a server that restarts on
 * changes. Both stop together.
 */
import { join } from 'node:path';
import { createServer } from 'vite';
import { readEnv } from '../src/server/config/env';

/** Paths that Vite passes on to the server. All others are pages. */
const SERVED_BY_US = [
  '/api',
  '/stripe-sandbox',
  '/dev/mailbox',
  '/healthz',
  '/readyz',
  '/metrics',
  '/photos',
];

const root = join(import.meta.dir, '..');
const { PORT: port } = readEnv();
const address = `http://localhost:${port}`;
const serverPort = port + 1;
const behind = { target: `http://localhost:${serverPort}`, changeOrigin: false };

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  clearScreen: false,
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(SERVED_BY_US.map((path) => [path, behind])),
  },
});

await vite.listen();
// The server starts after Vite, because it prints Vite's address, which must already answer.
const server = Bun.spawn([process.execPath, '--watch', join(root, 'src/server/main.ts')], {
  cwd: root,
  env: { ...process.env, PORT: String(serverPort), APP_URL: process.env.APP_URL || address },
  stdio: ['ignore', 'inherit', 'inherit'],
});

async function stop(code: number): Promise<never> {
  server.kill();
  await Promise.all([vite.close(), server.exited]);
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
void server.exited.then((code) => stop(code || 1));
