import { Dialog } from '@/client/components/dialog/dialog';

const SHORTCUTS = [
  { keys: ['Ctrl K', '⌘ K', '/'], does: 'Search everything' },
  { keys: ['j'], does: 'Go to the next delivery' },
  { keys: ['k'], does: 'Go to the previous delivery' },
  { keys: ['Enter'], does: 'Open the delivery' },
  { keys: ['c'], does: 'Confirm the delivery' },
  { keys: ['s'], does: 'Schedule the delivery' },
  { keys: ['e'], does: 'Edit the delivery' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
] as const;

/** Lists the keyboard shortcuts of the staff screens. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      title="Keyboard shortcuts"
      description="Use these when you aren’t typing and no dialog is open."
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
