import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { moveFocus, pressOnFocused } from './delivery-keys';
import { SearchDialog } from './search-dialog';
import { ShortcutsDialog } from './shortcuts-dialog';
import { shortcutOf } from './staff-keys';

/** What takes letters. A box that is ticked takes none. */
const TYPES = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** The button of the one search, and the keyboard shortcuts of every screen of staff. */
export function StaffSearch() {
  const [dialog, setDialog] = useState<'search' | 'shortcuts' | null>(null);
  const handleKeys = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.closest(TYPES) !== null;
    const wish = event.defaultPrevented ? null : shortcutOf(event, isTyping);
    if (!wish) return;
    // A dialog keeps what is typed in it, and the page behind it at rest.
    const hasDialog = document.querySelector('dialog[open]') !== null;
    if (hasDialog && wish.kind !== 'search') return;
    // The browser would put the focus into its own search.
    event.preventDefault();
    if (hasDialog) return;
    if (wish.kind === 'move') moveFocus(wish.by);
    else if (wish.kind === 'act') pressOnFocused(wish.action);
    else setDialog(wish.kind);
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
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setDialog('search')}
      >
        Search
      </Button>
      {dialog === 'search' ? <SearchDialog onClose={close} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
    </>
  );
}
