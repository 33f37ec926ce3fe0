import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { moveFocus, pressAction, selectFocused } from './delivery-keys';
import { SearchDialog } from './search-dialog';
import { ShortcutsDialog } from './shortcuts-dialog';
import { shortcutOf } from './staff-keys';

/** Selects elements that accept text. Check boxes and radio buttons don't. */
const TYPES = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** The search button, and the keyboard shortcuts of all staff screens. */
export function StaffSearch() {
  const [dialog, setDialog] = useState<'search' | 'shortcuts' | null>(null);
  const handleKeys = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.closest(TYPES) !== null;
    const shortcut = event.defaultPrevented ? null : shortcutOf(event, isTyping);
    if (!shortcut) return;
    // Shortcuts must not affect a dialog, or the page behind it.
    const hasDialog = document.querySelector('dialog[open]') !== null;
    if (hasDialog && shortcut.kind !== 'search') return;
    // If this didn't stop the key, the browser would focus its own search field.
    event.preventDefault();
    if (hasDialog) return;
    if (shortcut.kind === 'move') moveFocus(shortcut.by);
    else if (shortcut.kind === 'act') pressAction(shortcut);
    else if (shortcut.kind === 'select') selectFocused(shortcut.range);
    else if (shortcut.kind === 'book') document.querySelector<HTMLElement>('[data-book]')?.click();
    else setDialog(shortcut.kind);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeys(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = () => setDialog(null);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={OTHER_ICONS.search}
        className="min-w-11 max-sm:px-2.5 desk:px-3"
        title="Search (/ or Ctrl+K)"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setDialog('search')}
      >
        <span className="max-sm:sr-only">Search</span>
      </Button>
      {dialog === 'search' ? <SearchDialog onClose={close} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
    </>
  );
}
