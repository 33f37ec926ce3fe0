import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { NotSent } from '../not-accepted';
import { type Push, type PushPort, type PushRefusal, PushRefused } from './port';

/** A push in the folder. `sentAt` is an ISO instant. */
export type SentPush = Push & { sentAt: string };

export type LocalPushes = {
  /** Returns the latest pushes, newest first. */
  list(): Promise<SentPush[]>;
};

/** The ways in which sending a push can fail: it's slow, its answer is lost, or it arrives twice. */
export type PushTrouble = { delayMs: number } | 'lost' | 'twice' | 'down' | PushRefusal;

/** Maximum number of pushes in a list. */
const SHOWN = 50;

/** Saves each push as a file in a folder, for a machine that reaches no push service. */
export function createLocalPushes(options: {
  folder: string;
  /** Selects the failure of a push. */
  trouble?: (push: Push) => PushTrouble | null;
}): PushPort & LocalPushes {
  const { folder } = options;

  async function save(push: Push): Promise<void> {
    await mkdir(folder, { recursive: true });
    // The name starts with the time, so names sort by time.
    const path = join(folder, `${Bun.randomUUIDv7()}.json`);
    const sent: SentPush = { ...push, sentAt: new Date().toISOString() };
    await Bun.write(`${path}.part`, JSON.stringify(sent));
    await rename(`${path}.part`, path);
  }

  return {
    async send(push) {
      const trouble = options.trouble?.(push) ?? null;
      if (trouble === 'gone' || trouble === 'rejected') throw new PushRefused(trouble, null);
      if (trouble === 'down') throw new NotSent('the push service is down');
      if (typeof trouble === 'object' && trouble !== null) await Bun.sleep(trouble.delayMs);
      await save(push);
      if (trouble === 'twice') await save(push);
      if (trouble === 'lost') throw new Error('the answer was lost');
    },
    async newKeys() {
      return (await import('web-push')).generateVAPIDKeys();
    },
    async list() {
      const found = await readdir(folder).catch(() => []);
      const names = found.filter((name) => name.endsWith('.json')).sort();
      const shown = names.reverse().slice(0, SHOWN);
      return Promise.all(
        shown.map((name): Promise<SentPush> => Bun.file(join(folder, name)).json()),
      );
    },
    async close() {},
  };
}
