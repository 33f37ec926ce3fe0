import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { NumberInput, TextInput } from '@/client/components/text-input';
import { trpc } from '@/client/lib/trpc';
import { boatSchema } from '@/domain/account/boats';
import { attempt } from './attempt';
import type { Boats } from './boat-list';

type BoatDialogProps = {
  /** Null for a new one. */
  boat: Boats[number] | null;
  onSaved: (all: Boats) => void;
  onClose: () => void;
};

type Values = { name: string; type: string; length: string; fuelCapacity: string };

const FORM_ID = 'boat';

/** One boat: what it is called, and what the driver has to know of it. */
export function BoatDialog({ boat, onSaved, onClose }: BoatDialogProps) {
  const add = trpc.account.addBoat.useMutation();
  const edit = trpc.account.editBoat.useMutation();
  const { register, handleSubmit, formState } = useForm<Values>({
    // What is typed is text; the schema reads it.
    resolver: zodResolver(boatSchema) as never,
    defaultValues: {
      name: boat?.name ?? '',
      type: boat?.type ?? '',
      length: boat?.length ? String(boat.length) : '',
      fuelCapacity: boat?.fuelCapacity ? String(boat.fuelCapacity) : '',
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const all = await attempt('Boat not saved', () =>
      boat
        ? edit.mutateAsync({ ...values, id: boat.id } as never)
        : add.mutateAsync(values as never),
    );
    if (!all) return;
    onSaved(all);
    onClose();
  });
  return (
    <Dialog
      open
      size="sm"
      title={boat ? 'Edit boat' : 'Add boat'}
      onClose={onClose}
      dismissible={!isSubmitting}
      backdropCloses={false}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="main"
            busy={isSubmitting}
            busyText="Saving..."
          >
            Save Boat
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
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
      </form>
    </Dialog>
  );
}
