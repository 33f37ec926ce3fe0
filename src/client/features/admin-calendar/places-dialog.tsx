import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Checkbox } from '@/client/components/checkbox';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { Stepper } from '@/client/components/stepper';
import { formatLongDate } from '@/domain/calendar';
import { MAX_CAPACITY } from '@/domain/slots/schemas';
import { places, type StaffWindow } from './use-calendar';

type PlacesDialogProps = {
  /** Null for the default of every window. */
  window: StaffWindow | null;
  defaultCapacity: number;
  /** True once it is saved; null gives the window back to the default. */
  onSave: (capacity: number | null) => Promise<boolean>;
  onClose: () => void;
};

/** How many deliveries fit into a window, or into every window without a number of its own. */
export function PlacesDialog({ window, defaultCapacity, onSave, onClose }: PlacesDialogProps) {
  const [count, setCount] = useState(window?.capacity ?? defaultCapacity);
  const [byDefault, setByDefault] = useState(window !== null && window.ownCapacity === null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const saved = await onSave(byDefault ? null : count);
    setBusy(false);
    if (saved) onClose();
  };
  return (
    <Dialog
      open
      size="sm"
      dismissible={!busy}
      onClose={onClose}
      title={window ? `Places of ${window.label}` : 'Default places'}
      description={
        window
          ? `${formatLongDate(window.date)}. How many deliveries this window takes; ${window.occupied} booked so far.`
          : 'How many deliveries a window takes unless it has a number of its own. Bookings stay as they are.'
      }
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      {window ? (
        <Checkbox
          label={`Use the default (${places(defaultCapacity)})`}
          checked={byDefault}
          onChange={(event) => setByDefault(event.currentTarget.checked)}
        />
      ) : null}
      {byDefault ? null : (
        <Field label="Places" hint="To take no bookings, block the window." className="mt-2">
          <Stepper value={count} min={1} max={MAX_CAPACITY} noun="places" onChange={setCount} />
        </Field>
      )}
    </Dialog>
  );
}
