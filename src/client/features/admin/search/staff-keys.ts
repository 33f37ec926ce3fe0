import type { BulkKind } from '@/domain/bulk/bulk-change';

/** The command of a key on a staff screen. */
export type Shortcut =
  | { kind: 'search' }
  | { kind: 'shortcuts' }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'book' }
  | { kind: 'select'; range: boolean }
  | {
      kind: 'act';
      action: 'confirm' | 'schedule' | 'edit' | 'reschedule' | 'change-driver' | 'payment-link';
      /** The bulk change that replaces the action while deliveries are selected. */
      bulk?: BulkKind;
    };

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const SHORTCUTS = new Map<string, Shortcut>([
  ['/', { kind: 'search' }],
  ['?', { kind: 'shortcuts' }],
  ['j', { kind: 'move', by: 1 }],
  ['k', { kind: 'move', by: -1 }],
  ['n', { kind: 'book' }],
  ['x', { kind: 'select', range: false }],
  ['X', { kind: 'select', range: true }],
  ['c', { kind: 'act', action: 'confirm', bulk: 'confirm' }],
  ['s', { kind: 'act', action: 'schedule', bulk: 'schedule' }],
  ['a', { kind: 'act', action: 'change-driver', bulk: 'assign' }],
  ['m', { kind: 'act', action: 'reschedule', bulk: 'move' }],
  ['r', { kind: 'act', action: 'reschedule' }],
  ['e', { kind: 'act', action: 'edit' }],
  ['p', { kind: 'act', action: 'payment-link' }],
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
  return !shortcut || (repeat && shortcut.kind !== 'move') ? null : shortcut;
}

/** @returns the key that presses an action's button, or undefined if it has none */
export const keyOfAction = (action: string): string | undefined =>
  [...SHORTCUTS].findLast(([, one]) => one.kind === 'act' && one.action === action)?.[0];
