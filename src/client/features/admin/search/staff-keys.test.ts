import { expect, test } from 'bun:test';
import { wishOf } from './staff-keys';

const pressed = (key: string, over = {}) => ({
  ...{ key, repeat: false, ctrlKey: false, metaKey: false, altKey: false },
  ...over,
});

test('a letter is a shortcut only while nothing is typed', () => {
  expect(wishOf(pressed('j'), false)).toEqual({ kind: 'move', by: 1 });
  expect(wishOf(pressed('/'), false)).toEqual({ kind: 'search' });
  for (const key of ['j', 'k', 'c', 's', 'e', '/', '?']) {
    expect(wishOf(pressed(key), true)).toBeNull();
  }
});

test('the search opens from a field as well, and other keys stay the browser’s', () => {
  expect(wishOf(pressed('k', { metaKey: true }), true)).toEqual({ kind: 'search' });
  expect(wishOf(pressed('K', { ctrlKey: true }), false)).toEqual({ kind: 'search' });
  for (const key of ['c', 's', 'e']) {
    expect(wishOf(pressed(key, { ctrlKey: true }), false)).toBeNull();
  }
  expect(wishOf(pressed('x'), false)).toBeNull();
  expect(wishOf(pressed('constructor'), false)).toBeNull();
});

test('a key that is held down walks on, and acts once', () => {
  const held = { repeat: true };
  expect(wishOf(pressed('j', held), false)).toEqual({ kind: 'move', by: 1 });
  for (const key of ['c', 's', 'e']) {
    expect(wishOf(pressed(key), false)).toMatchObject({ kind: 'act' });
    expect(wishOf(pressed(key, held), false)).toBeNull();
  }
});
