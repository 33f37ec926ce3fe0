import { Dialog } from '@/client/components/dialog/dialog';

const SHORTCUTS = [
  { keys: ['Ctrl K', '⌘ K', '/'], does: 'Search everything' },
  { keys: ['j'], does: 'The next delivery of the list' },
  { keys: ['k'], does: 'The delivery before' },
  { keys: ['Enter'], does: 'Open the delivery' },
  { keys: ['c'], does: 'Confirm it' },
  { keys: ['s'], does: 'Schedule it' },
  { keys: ['e'], does: 'Edit its details' },
  { keys: ['?'], does: 'This list' },
] as const;

/** The keys that work on the screens of staff while nothing is typed. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      title="Keyboard shortcuts"
      description="They work while no text is typed and no dialog is open."
      onClose={onClose}
    >
      <dl className="flex flex-col gap-2">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does} className="flex items-baseline justify-between gap-4">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-end text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
