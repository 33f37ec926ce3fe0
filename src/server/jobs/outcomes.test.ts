import { expect, test } from 'bun:test';
import type { Job } from './jobs';
import { outcomesOf } from './outcomes';

const job = (name: string): Job => ({ name, everyMs: 0, run: async () => {} });

test('jobs are grouped by how they ended, a slow one is in progress, and a paused one is left out', async () => {
  const successes: Record<string, Promise<boolean> | null> = {
    sent: Promise.resolve(true),
    refused: Promise.resolve(false),
    endless: new Promise(() => {}),
    resting: null,
  };
  const runner = { success: ({ name }: Job) => successes[name] ?? null };
  expect(await outcomesOf(Object.keys(successes).map(job), runner, 10)).toEqual({
    done: ['sent'],
    failed: ['refused'],
    underWay: ['endless'],
  });
});
