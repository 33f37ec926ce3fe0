/** The command of a key on a staff screen. */
export type Shortcut =
  | { kind: 'search' }
  | { kind: 'shortcuts' }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'act'; action: 'confirm' | 'schedule' | 'edit' };

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const SHORTCUTS = new Map<string, Shortcut>([
  ['/', { kind: 'search' }],
  ['?', { kind: 'shortcuts' }],
  ['j', { kind: 'move', by: 1 }],
  ['k', { kind: 'move', by: -1 }],
  ['c', { kind: 'act', action: 'confirm' }],
  ['s', { kind: 'act', action: 'schedule' }],
  ['e', { kind: 'act', action: 'edit' }],
]);

/** @returns the command of a key; null if the key has none or types text */
export function shortcutOf(
  { key, repeat, ctrlKey, metaKey, altKey }: Pressed,
  isTyping: boolean,
): Shortcut | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? { kind: 'search' } : null;
  const shortcut = isTyping ? undefined : SHORTCUTS.get(key);
  // If a key were held down, it would open a delivery and confirm it before anyone has read it.
  return !shortcut || (repeat && shortcut.kind === 'act') ? null : shortcut;
}
