/** Starts products of browser tests in one process, which is much faster than a process for each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './free-port';
import { type HostedProduct, root, settingsOf } from './product';
import type { HostAnswer, HostRequest } from './product-host';

const HOST = join(import.meta.dirname, 'product-host.ts');

export interface ProductHost {
  /**
   * Starts a product with files in the folder, and waits until it's ready.
   *
   * @param env environment variables that are added to a test's or replace them
   */
  start(folder: string, env: Record<string, string>): Promise<HostedProduct>;
  /** Ends the process with all its products. */
  end(): Promise<void>;
}

/** Starts a process for products. */
export function startHost(preload: string): ProductHost {
  const bun = process.versions.bun ? process.execPath : 'bun';
  const child = spawn(bun, ['--no-env-file', '--preload', join(root, preload), HOST], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // A worker's tests are too few to benefit from compiling the code a second time.
      BUN_JSC_useDFGJIT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  let asked = 0;
  const waiting = new Map<number, (error?: string) => void>();
  const read = (chunk: Buffer) => {
    printed = `${printed}${chunk}`.slice(-20_000);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.on('message', ({ id, error }: HostAnswer) => waiting.get(id)?.(error));
  child.once('exit', (code) => {
    for (const end of waiting.values()) end(`the host of the products ended with code ${code}`);
  });

  async function ask(request: HostRequest): Promise<void> {
    const error = await new Promise<string | undefined>((answered) => {
      if (child.exitCode !== null) return answered(`it ended with code ${child.exitCode}`);
      waiting.set(request.id, answered);
      child.send(request);
    });
    waiting.delete(request.id);
    if (error) throw new Error(`${error}\nThe products printed:\n${printed}`);
  }

  return {
    async start(folder, env) {
      const port = env.PORT ?? String(await freePort());
      const id = ++asked;
      await ask({ id, start: { ...settingsOf(folder, port), ...env } });
      return {
        url: `http://localhost:${port}`,
        folder,
        stop: () => ask({ id: ++asked, stop: id }),
      };
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
