import { Field } from '@/client/components/field';
import { FormDialog } from '@/client/components/form-dialog';
import { NumberInput, TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { useZodForm } from '@/client/components/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { boatSchema } from '@/domain/account/boats';

export type Boats = Outputs['account']['boats'];

type BoatDialogProps = {
  /** Null for a new one. */
  boat: Boats[number] | null;
  onSaved: (all: Boats) => void;
  onClose: () => void;
};

/** One boat: its name, and what helps the driver to find and to fill it. */
export function BoatDialog({ boat, onSaved, onClose }: BoatDialogProps) {
  const add = trpc.account.addBoat.useMutation();
  const edit = trpc.account.editBoat.useMutation();
  const form = useZodForm(boatSchema, {
    defaultValues: {
      name: boat?.name ?? '',
      type: boat?.type ?? '',
      length: boat?.length ? String(boat.length) : '',
      fuelCapacity: boat?.fuelCapacity ? String(boat.fuelCapacity) : '',
    },
    send: async (typed) => {
      const saving = boat ? edit.mutateAsync({ ...typed, id: boat.id }) : add.mutateAsync(typed);
      onSaved(await saving);
      onClose();
    },
    onFailed: ({ message }) =>
      toast({ variant: 'destructive', title: 'Boat not saved', description: message }),
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
      <Field label="Name" error={errors.name?.message} required>
        <TextInput {...register('name')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label="Type" error={errors.type?.message} optional>
        <TextInput {...register('type')} autoComplete="off" placeholder="Pontoon, blue canopy" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Length" error={errors.length?.message} optional>
          <NumberInput {...register('length')} after="ft" />
        </Field>
        <Field label="Tank" error={errors.fuelCapacity?.message} optional>
          <NumberInput {...register('fuelCapacity')} after="gal" />
        </Field>
      </div>
    </FormDialog>
  );
}
