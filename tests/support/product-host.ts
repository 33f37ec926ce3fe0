/**
 * Runs the built server's products for browser tests, with their own files and ports, in one
 * process. The server's code is loaded and compiled once, and not again for every test.
 */
import { resolve } from 'node:path';
import { BUILT } from './product';

/** Starts a product with these settings, or stops the product that a former request started. */
export type HostRequest =
  | { id: number; start: Record<string, string> }
  | { id: number; stop: number };
/** `error` is missing if the product is ready or has stopped. */
export type HostAnswer = { id: number; error?: string };

type Server = typeof import('../../src/server/main');

const server: Server = await import(resolve(import.meta.dirname, '../..', BUILT));
server.endAtUncaught();
const stops = new Map<number, () => Promise<void>>();

/** Resolves when the product is ready, which it says right after it passes on its stop. */
function start(id: number, settings: Record<string, string>): Promise<void> {
  return new Promise((ready, failed) => {
    const ended = Promise.withResolvers<void>();
    const exit = (code: number) =>
      code === 0 ? ended.resolve() : ended.reject(new Error('the product did not stop in time'));
    const onStopSignal = (stop: () => Promise<void>) => {
      stops.set(id, async () => {
        await stop();
        await ended.promise;
      });
      ready();
    };
    server.run(server.loadEnv(settings), { onStopSignal, exit }).catch(failed);
  });
}

async function stop(id: number): Promise<void> {
  await stops.get(id)?.();
  stops.delete(id);
}

const answer = (said: HostAnswer) => process.send?.(said);

process.on('message', (asked: HostRequest) => {
  const done = 'start' in asked ? start(asked.id, asked.start) : stop(asked.stop);
  done.then(
    () => answer({ id: asked.id }),
    (error: Error) => answer({ id: asked.id, error: String(error.stack) }),
  );
});
// The tests have ended, or were killed.
process.on('disconnect', () => process.exit(0));
