import { expect, test } from 'bun:test';
import { exclusivelyFor } from './exclusively';

type Hold = { taken: () => void };
type Options = { signal?: AbortSignal; steal?: boolean };

/** A browser's locks, one of which another tab holds from the start. */
function locksHeldBy(otherTab: Promise<unknown>) {
  let held: Promise<unknown> = otherTab;
  let holder: Hold | null = null;
  const request = async (_name: string, options: Options, work: () => Promise<unknown>) => {
    const { signal, steal } = options;
    if (steal) holder?.taken();
    else {
      const aborted = new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([held, aborted]);
    }
    const taken = Promise.withResolvers<never>();
    holder = { taken: () => taken.reject(new DOMException('Taken', 'AbortError')) };
    held = work();
    return Promise.race([held, taken.promise]);
  };
  return { request } as unknown as LockManager;
}

const never = new Promise<never>(() => {});

test("a lock that another tab never releases doesn't block work forever", async () => {
  const exclusively = exclusivelyFor('u', locksHeldBy(never), 1);
  expect(await exclusively(async () => 'sent')).toBe('sent');
  expect(await exclusively(async () => 'sent too')).toBe('sent too');
});

test("work waits for a lock that's released in time", async () => {
  const other = Promise.withResolvers<void>();
  const order: string[] = [];
  const exclusively = exclusivelyFor('u', locksHeldBy(other.promise), 60_000);
  const sent = exclusively(async () => order.push('this tab'));
  order.push('other tab');
  other.resolve();
  await sent;
  expect(order).toEqual(['other tab', 'this tab']);
});

test('work whose lock is stolen runs once and returns its own result', async () => {
  const locks = locksHeldBy(Promise.resolve());
  const slow = Promise.withResolvers<string>();
  let times = 0;
  const begun = Promise.withResolvers<void>();
  const first = exclusivelyFor(
    'u',
    locks,
    60_000,
  )(() => {
    times += 1;
    begun.resolve();
    return slow.promise;
  });
  await begun.promise;
  expect(await exclusivelyFor('u', locks, 1)(async () => 'second')).toBe('second');
  slow.resolve('first');
  expect(await first).toBe('first');
  expect(times).toBe(1);
});

test("failed work doesn't run again", async () => {
  let times = 0;
  const failing = exclusivelyFor(
    'u',
    locksHeldBy(Promise.resolve()),
    60_000,
  )(async () => {
    times += 1;
    throw new Error('no room');
  });
  expect(failing).rejects.toThrow('no room');
  await failing.catch(() => {});
  expect(times).toBe(1);
});

test('a browser without locks runs the work right away', async () => {
  expect(await exclusivelyFor('u', undefined, 1)(async () => 'sent')).toBe('sent');
});
