import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { PictureQueueFull } from './port';
import { createTurns } from './turns';

const BOUNDS = { mostOfOwner: 3, mostOfAll: 6, longestWaitMs: 60_000 };

/** Creates jobs that end when the test ends them, and lists the owners of the started ones. */
function jobs() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    job: (owner: string) => () => {
      begun.push(owner);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    /** Ends the running job and starts the next one. */
    async end() {
      ends.shift()?.();
      await Bun.sleep(0);
    },
  };
}

test('one job runs at a time, and owners take turns', async () => {
  const { begun, job, end } = jobs();
  const inTurn = createTurns(BOUNDS);
  for (const owner of ['flood', 'flood', 'flood', 'flood', 'driver', 'other', 'driver']) {
    void inTurn(owner, job(owner));
  }
  expect(begun).toEqual(['flood']);
  for (let n = 0; n < 6; n += 1) await end();
  expect(begun).toEqual(['flood', 'driver', 'flood', 'other', 'driver', 'flood', 'flood']);
});

test('the queue limits each owner and the total, and a failed job frees its turn', async () => {
  const { begun, job, end } = jobs();
  const inTurn = createTurns(BOUNDS);
  const refusedOf = (owner: string) =>
    inTurn(owner, job(owner)).then(
      () => null,
      (error: PictureQueueFull) => error.of,
    );
  const failing = inTurn('first', async () => {
    await job('first')();
    throw new Error('it failed');
  }).catch((error: Error) => error.message);
  for (const owner of ['a', 'a', 'a', 'b', 'b']) void inTurn(owner, job(owner));
  expect(await refusedOf('a')).toBe('owner');
  void inTurn('c', job('c'));
  expect(await refusedOf('b')).toBe('all');
  await end();
  expect(await failing).toBe('it failed');
  expect(begun).toEqual(['first', 'a']);
  // All jobs must end, because a job that's still waiting after the test would be refused during
  // another test.
  for (let n = 0; n < 6; n += 1) await end();
  expect(begun).toEqual(['first', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('a job that has waited too long is refused and never starts', async () => {
  const { begun, job, end } = jobs();
  const inTurn = createTurns({ ...BOUNDS, longestWaitMs: 1 });
  const first = inTurn('a', job('a'));
  await expect(inTurn('b', job('b'))).rejects.toBeInstanceOf(PictureQueueFull);
  await end();
  await first;
  void inTurn('c', job('c'));
  expect(begun).toEqual(['a', 'c']);
});

test('every accepted job runs once, and every other owner goes first at most once per turn', async () => {
  const owners = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(owners, async (arriving) => {
      const { begun, job, end } = jobs();
      const inTurn = createTurns({ ...BOUNDS, mostOfOwner: 40, mostOfAll: 40 });
      for (const owner of arriving) void inTurn(owner, job(owner));
      for (const _ of arriving) await end();
      expect(begun.toSorted()).toEqual(arriving.toSorted());
      for (const owner of new Set(arriving)) {
        const between = begun.join('').split(owner).slice(1, -1);
        for (const others of between) expect(new Set(others).size).toBe(others.length);
      }
    }),
    { numRuns: 30 },
  );
});
