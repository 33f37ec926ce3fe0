/**
 * `bun run dev`: Vite with reload at PORT, passing /api on to a server that restarts on changes at
 * the next port. Both end together.
 */
import { join } from 'node:path';
import { createServer } from 'vite';
import { readEnv } from '../src/server/env';

const root = join(import.meta.dir, '..');
const { PORT: port } = readEnv();
const address = `http://localhost:${port}`;
const serverPort = port + 1;
const behind = { target: `http://localhost:${serverPort}`, changeOrigin: false };

const server = Bun.spawn([process.execPath, '--watch', join(root, 'src/server/main.ts')], {
  cwd: root,
  env: { ...process.env, PORT: String(serverPort), APP_URL: process.env.APP_URL || address },
  stdio: ['ignore', 'inherit', 'inherit'],
});

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  clearScreen: false,
  server: {
    port,
    strictPort: true,
    proxy: { '/api': behind, '/stripe-sandbox': behind, '/healthz': behind },
  },
});

async function stop(code: number): Promise<never> {
  server.kill();
  await Promise.all([vite.close(), server.exited]);
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
void server.exited.then((code) => stop(code || 1));

await vite.listen();
console.log(`Dockside with reload: open ${address}`);
