import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastError } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import {
  type ConflictFacts,
  nextValues,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { Inputs, Outputs } from '@/client/lib/trpc';
import { FUEL_FILL_SIDE_LABELS, type FuelFillSide } from '@/domain/account/boats';
import { boatSchema } from '@/domain/account/boats.schema';
import type { FieldValue } from '@/domain/edit-conflict';
import { FUEL_TYPES } from '@/domain/pricing/fuel';
import { FuelFillFields } from './fuel-fill-fields';

export type Boats = Outputs['account']['boats'];
export type BoatTyped = Inputs['account']['addBoat'];

const BOAT_FACTS: ConflictFacts = {
  name: { label: 'Name' },
  type: { label: 'Type' },
  length: { label: 'Length' },
  fuelCapacity: { label: 'Tank' },
  fuelTaken: { label: 'Fuel Type' },
  fuelNever: { label: 'Never Fill With' },
  fillerSide: {
    label: 'Fuel Fill Side',
    text: (side) => FUEL_FILL_SIDE_LABELS[side as FuelFillSide],
  },
  fillerPlace: { label: 'Fuel Fill Location' },
};

const FUELS = FUEL_TYPES.map((fuel) => ({ value: fuel, label: fuel }));

type BoatDialogProps = {
  /** Null to add a boat. */
  boat: Boats[number] | null;
  /** Saves the typed values. `read` are the values that the form was opened with. */
  save: (typed: BoatTyped, read: Record<string, FieldValue>) => Promise<Boats>;
  onSaved: (all: Boats) => void;
  onClose: () => void;
};

/** Edits a boat: its name, and the details that help the driver find and fill it. */
export function BoatDialog({ boat, save, onSaved, onClose }: BoatDialogProps) {
  const { name = null, type = null, length = null, fuelCapacity = null } = boat ?? {};
  const { fuelTaken = null, fuelNever = null, fillerSide = null, fillerPlace = null } = boat ?? {};
  const shown: Record<string, FieldValue> = {
    name,
    type,
    length,
    fuelCapacity,
    fuelTaken,
    fuelNever,
    fillerSide,
    fillerPlace,
  };
  const conflict = useEditConflict(shown, nextValues);
  const form = useZodForm(boatSchema, {
    defaultValues: {
      name: name ?? '',
      type: type ?? '',
      length: length === null ? '' : String(length),
      fuelCapacity: fuelCapacity === null ? '' : String(fuelCapacity),
      fuelTaken: fuelTaken ?? '',
      fuelNever: fuelNever ?? '',
      fillerSide: fillerSide ?? '',
      fillerPlace: fillerPlace ?? '',
    },
    send: async (typed) => {
      onSaved(await save(typed, conflict.read()));
      onClose();
    },
    conflict,
    onFailed: (problem) => {
      toastError('Boat Not Saved', problem.message);
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={boat ? 'Edit boat' : 'Add boat'}
      submitLabel="Save Boat"
      busyText="Saving..."
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={BOAT_FACTS} />
      <Field label="Name" error={errors.name?.message} required>
        <TextInput {...register('name')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label="Type" error={errors.type?.message} optional>
        <TextInput {...register('type')} autoComplete="off" placeholder="Pontoon, blue canopy" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Length" error={errors.length?.message} optional>
          <NumberInput name="length" after="ft" />
        </Field>
        <Field label="Tank" error={errors.fuelCapacity?.message} optional>
          <NumberInput name="fuelCapacity" after="gal" />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Fuel Type" error={errors.fuelTaken?.message} optional>
          <Select {...register('fuelTaken')} options={FUELS} placeholder="Not specified" />
        </Field>
        <Field label="Never Fill With" error={errors.fuelNever?.message} optional>
          <Select {...register('fuelNever')} options={FUELS} placeholder="Not specified" />
        </Field>
      </div>
      <FuelFillFields boat={boat} />
    </FormDialog>
  );
}
