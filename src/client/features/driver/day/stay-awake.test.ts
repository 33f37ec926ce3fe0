import { expect, test } from 'bun:test';
import { keepAwake, type Screen } from './stay-awake';

/** A screen whose answers the test decides. */
function screenWith(answer: () => Promise<void> = async () => {}) {
  const locks: { released: boolean; release(): Promise<void> }[] = [];
  const listeners = new Set<() => void>();
  let hidden = false;
  const screen: Screen = {
    isHidden: () => hidden,
    async request() {
      await answer();
      const lock = {
        released: false,
        async release() {
          lock.released = true;
        },
      };
      locks.push(lock);
      return lock;
    },
    onVisibility(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    screen,
    locks,
    listeners,
    held: () => locks.filter(({ released }) => !released).length,
    /** Hides or shows the page. Like browsers, hiding it ends its locks. */
    async show(isShown: boolean) {
      hidden = !isShown;
      if (hidden) for (const lock of locks) lock.released = true;
      for (const listener of listeners) listener();
      await settled();
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the screen stays on until the trip ends', async () => {
  const { screen, held, listeners } = screenWith();
  const end = keepAwake(screen);
  await settled();
  expect(held()).toBe(1);
  end();
  await settled();
  expect(held()).toBe(0);
  expect(listeners.size).toBe(0);
});

test('the lock is requested again when the page is shown, and only once', async () => {
  const { screen, locks, held, show } = screenWith();
  keepAwake(screen);
  await settled();
  await show(false);
  expect(held()).toBe(0);
  await show(true);
  await show(true);
  expect(held()).toBe(1);
  expect(locks).toHaveLength(2);
});

test('a trip that ends before the browser answers leaves no lock', async () => {
  const asked = Promise.withResolvers<void>();
  const { screen, locks, held } = screenWith(() => asked.promise);
  keepAwake(screen)();
  asked.resolve();
  await settled();
  expect(locks).toHaveLength(1);
  expect(held()).toBe(0);
});

test('a device that refuses is asked again when the page is shown', async () => {
  let refuses = true;
  const { screen, held, show } = screenWith(async () => {
    if (refuses) throw new Error('the battery is low');
  });
  keepAwake(screen);
  await settled();
  expect(held()).toBe(0);
  refuses = false;
  await show(true);
  expect(held()).toBe(1);
});
