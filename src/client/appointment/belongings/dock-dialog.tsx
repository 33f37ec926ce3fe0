import { useState } from 'react';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { type ToastMessage, toast, toastError } from '@/client/components/feedback/toast-store';
import { Checkbox } from '@/client/components/form/checkbox';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import {
  type ConflictFacts,
  nextValues,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { Inputs, Outputs } from '@/client/lib/trpc';
import { isSameAddress } from '@/domain/account/docks';
import { dockSchema } from '@/domain/account/docks.schema';
import type { FieldValue } from '@/domain/edit-conflict';
import { DockPosition } from './dock-position';

export type Docks = Outputs['account']['docks'];
export type DockTyped = Inputs['account']['addDock'] & { isSamePlace?: boolean };

const DOCK_FACTS: ConflictFacts = {
  label: { label: 'Address' },
  slip: { label: 'Slip' },
  gateCode: { label: 'Gate Code' },
  note: { label: 'Note for the Driver' },
};

const addressChanged = (isOwn: boolean): ToastMessage => ({
  title: 'Dock Saved',
  description: `Booked deliveries still go to the old address. Change them if ${isOwn ? 'you’ve' : 'the boat has'} moved.`,
});

type DockDialogProps = {
  /** Null to add a dock. */
  dock: Docks[number] | null;
  /** True for the customer's own docks. */
  isOwn: boolean;
  /** Saves the typed values. `read` are the values that the form was opened with. */
  save: (typed: DockTyped, read: Record<string, FieldValue>) => Promise<Docks>;
  onSaved: (all: Docks) => void;
  onClose: () => void;
};

/** Edits a dock: its address, and the details that help the driver find it and get there. */
export function DockDialog({ dock, isOwn, save, onSaved, onClose }: DockDialogProps) {
  const { label = '', slip = null, gateCode = null, note = null } = dock ?? {};
  const shown: Record<string, FieldValue> = { label, slip, gateCode, note };
  const conflict = useEditConflict(shown, nextValues);
  const [isSamePlace, setIsSamePlace] = useState(false);
  const form = useZodForm(dockSchema, {
    defaultValues: { label, slip: slip ?? '', gateCode: gateCode ?? '', note: note ?? '' },
    send: async (typed) => {
      onSaved(await save({ ...typed, ...(dock && { isSamePlace }) }, conflict.read()));
      if (dock && !isSamePlace && !isSameAddress(typed.label, dock.label))
        toast(addressChanged(isOwn));
      onClose();
    },
    conflict,
    onFailed: (problem) => {
      toastError('Dock Not Saved', problem.message);
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={dock ? 'Edit dock' : 'Add dock'}
      submitLabel="Save Dock"
      busyText="Saving..."
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={DOCK_FACTS} />
      <Field label="Address" error={errors.label?.message} required>
        <TextInput
          {...register('label')}
          autoComplete="street-address"
          maxLength={200}
          placeholder="Marina, dock, or street address"
        />
      </Field>
      {dock && !isSameAddress(form.watch('label'), label) ? (
        <Checkbox
          label="Same place, different spelling"
          hint="Booked deliveries stay with this dock."
          checked={isSamePlace}
          onChange={({ target }) => setIsSamePlace(target.checked)}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-4">
        <Field label="Slip" error={errors.slip?.message} optional>
          <TextInput {...register('slip')} autoComplete="off" maxLength={120} placeholder="14" />
        </Field>
        <Field label="Gate Code" error={errors.gateCode?.message} optional>
          <TextInput {...register('gateCode')} autoComplete="off" verbatim maxLength={40} />
        </Field>
      </div>
      <p className="-mt-2 text-sm text-muted">
        {isOwn
          ? 'Only our staff, and your driver on the day of the delivery, can see the gate code.'
          : 'Drivers see the gate code on the day of the delivery.'}
      </p>
      <Field label="Note for the Driver" error={errors.note?.message} optional>
        <TextArea
          {...register('note')}
          rows={2}
          maxLength={300}
          placeholder="Second pier on the left, watch for the dog"
        />
      </Field>
      <DockPosition dock={dock} isOwn={isOwn} />
    </FormDialog>
  );
}
