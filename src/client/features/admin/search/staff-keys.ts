/** What a key asks for on a screen of staff. */
export type Shortcut =
  | { kind: 'search' }
  | { kind: 'shortcuts' }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'act'; action: 'confirm' | 'schedule' | 'edit' };

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const WISHES = new Map<string, Shortcut>([
  ['/', { kind: 'search' }],
  ['?', { kind: 'shortcuts' }],
  ['j', { kind: 'move', by: 1 }],
  ['k', { kind: 'move', by: -1 }],
  ['c', { kind: 'act', action: 'confirm' }],
  ['s', { kind: 'act', action: 'schedule' }],
  ['e', { kind: 'act', action: 'edit' }],
]);

/** The command of a key; null for a key that is none of ours, or that types. */
export function shortcutOf(
  { key, repeat, ctrlKey, metaKey, altKey }: Pressed,
  isTyping: boolean,
): Shortcut | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? { kind: 'search' } : null;
  const wish = isTyping ? undefined : WISHES.get(key);
  // A key that is held down would open a delivery and confirm it before a person has read it.
  return !wish || (repeat && wish.kind === 'act') ? null : wish;
}
