import { expect, test } from 'bun:test';
import { shortcutOf } from './staff-keys';

const pressed = (key: string, over = {}) => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...over,
});

test('a letter is a shortcut only while nobody is typing', () => {
  expect(shortcutOf(pressed('j'), false)).toEqual({ kind: 'move', by: 1 });
  expect(shortcutOf(pressed('/'), false)).toEqual({ kind: 'search' });
  for (const key of ['j', 'k', 'c', 's', 'e', 'n', 'x', 'X', 'a', 'm', 'p', 'r', '/', '?']) {
    expect(shortcutOf(pressed(key), true)).toBeNull();
  }
});

test('Ctrl+K opens the search from a field too, and the browser keeps its own keys', () => {
  expect(shortcutOf(pressed('k', { metaKey: true }), true)).toEqual({ kind: 'search' });
  expect(shortcutOf(pressed('K', { ctrlKey: true }), false)).toEqual({ kind: 'search' });
  for (const key of ['c', 's', 'e']) {
    expect(shortcutOf(pressed(key, { ctrlKey: true }), false)).toBeNull();
  }
  expect(shortcutOf(pressed('q'), false)).toBeNull();
  expect(shortcutOf(pressed('constructor'), false)).toBeNull();
});

test('a key that’s held down keeps moving, but acts only once', () => {
  const held = { repeat: true };
  expect(shortcutOf(pressed('j', held), false)).toEqual({ kind: 'move', by: 1 });
  for (const key of ['c', 's', 'e', 'a', 'm', 'p', 'r']) {
    expect(shortcutOf(pressed(key), false)).toMatchObject({ kind: 'act' });
    expect(shortcutOf(pressed(key, held), false)).toBeNull();
  }
});
