import { type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';

type ListedItemProps = {
  /** Part of the buttons' names for screen readers. */
  name: string;
  /** The noun for one item, such as "Truck" in "Truck Removed". */
  noun: string;
  /** The button that ends the item, or starts it again. */
  action: {
    label: 'Remove' | 'Deactivate' | 'Reactivate';
    /** The consequence, for the question before the item ends. */
    consequence: string;
    busy: boolean;
    run: () => Promise<unknown>;
  };
  /** Reloads the list. */
  refresh: () => Promise<unknown>;
  /** Returns the dialog that edits the item. */
  dialog: (onClose: () => void) => ReactNode;
  /** The item's facts. */
  children: ReactNode;
};

const DONE = { Remove: 'Removed', Deactivate: 'Deactivated', Reactivate: 'Reactivated' } as const;

/** A line of a settings list, with buttons to edit the item and to end it. */
export function ListedItem({ name, noun, action, refresh, dialog, children }: ListedItemProps) {
  const { confirm, confirmDialog } = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const { label, consequence, busy, run } = action;
  const ends = label !== 'Reactivate';
  const press = async () => {
    if (ends) {
      const yes = await confirm({
        danger: true,
        title: `${label} ${name}?`,
        description: consequence,
        confirmLabel: `${label} ${noun}`,
        cancelLabel: `Keep ${noun}`,
      });
      if (!yes) return;
    }
    try {
      await run();
      toastSuccess(`${noun} ${DONE[label]}`);
    } catch (error) {
      toastError(`${noun} Not ${DONE[label]}`, problemOf(error).message);
    }
    await refresh();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-1 py-2">
      <div className="min-w-[min(100%,12rem)] flex-1">{children}</div>
      <div className="flex max-sm:-ms-3">
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Edit ${name}`}
          onClick={() => setIsOpen(true)}
        >
          Edit
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${label} ${name}`}
          className={ends ? 'text-error' : undefined}
          busy={busy}
          onClick={press}
        >
          {label}
        </Button>
      </div>
      {isOpen ? dialog(() => setIsOpen(false)) : null}
      {confirmDialog}
    </li>
  );
}
