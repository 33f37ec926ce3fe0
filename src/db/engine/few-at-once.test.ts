import { expect, test } from 'bun:test';
import { DatabaseUnreachableError } from './failures';
import { fewAtOnce } from './few-at-once';

test('jobs run in order, a few at a time, and a failed one frees its turn', async () => {
  const inTurn = fewAtOnce(2, 60_000);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const jobs = Array.from({ length: 20 }, (_, number) =>
    inTurn(async () => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (number % 3 === 0) throw new Error('a failed job');
      return number;
    }),
  );
  const ended = await Promise.allSettled(jobs);
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(most).toBe(2);
});

test('a job that waited too long is refused and never runs', async () => {
  const inTurn = fewAtOnce(1, 10);
  const first = Promise.withResolvers<void>();
  const held = inTurn(() => first.promise);
  let hasRun = false;
  const late = inTurn(async () => {
    hasRun = true;
  });
  await expect(late).rejects.toThrow(DatabaseUnreachableError);
  first.resolve();
  await held;
  expect(await inTurn(async () => 'the next one')).toBe('the next one');
  expect(hasRun).toBe(false);
});
