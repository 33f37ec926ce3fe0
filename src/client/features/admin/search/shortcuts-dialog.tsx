import { Dialog } from '@/client/components/dialog/dialog';

const SHORTCUTS = [
  { keys: ['Ctrl K', '⌘ K', '/'], does: 'Search everything' },
  { keys: ['j'], does: 'Go to the next delivery' },
  { keys: ['k'], does: 'Go to the previous delivery' },
  { keys: ['Enter'], does: 'Open the delivery' },
  { keys: ['x'], does: 'Select the delivery' },
  { keys: ['Shift X'], does: 'Select up to this delivery' },
  { keys: ['c'], does: 'Confirm' },
  { keys: ['s'], does: 'Schedule' },
  { keys: ['a'], does: 'Assign or change the driver' },
  { keys: ['m'], does: 'Move to another window' },
  { keys: ['r'], does: 'Reschedule' },
  { keys: ['e'], does: 'Edit the details' },
  { keys: ['p'], does: 'Copy the payment link' },
  { keys: ['n'], does: 'Start a new booking' },
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
