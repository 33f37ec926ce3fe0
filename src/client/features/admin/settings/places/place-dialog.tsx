import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import {
  MAX_ALIASES,
  MAX_PLACE_ADDRESS,
  MAX_PLACE_NAME,
  MAX_PLACE_NOTE,
  placeSchema,
} from '@/domain/places/place.schema';
import { coordinatesText } from '@/domain/route/coordinates';
import type { PlaceRow } from './place-row';

const FACTS = {
  name: { label: 'Name' },
  address: { label: 'Address' },
  position: { label: 'Position' },
  note: { label: 'Note for Drivers' },
  aliases: { label: 'Other Names' },
};

const valuesOf = (place: PlaceRow | null) => ({
  name: place?.name ?? '',
  address: place?.address ?? '',
  position: place?.position ? coordinatesText(place.position) : '',
  note: place?.note ?? '',
  aliases: place?.aliases ?? '',
});

type PlaceDialogProps = {
  /** Null to add one. */
  place: PlaceRow | null;
  onClose: () => void;
};

/** Adds a place to the list, or edits one. */
export function PlaceDialog({ place, onClose }: PlaceDialogProps) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.savePlace.useMutation();
  const shown = valuesOf(place);
  const conflict = useEditConflict<Record<string, string>>(
    shown,
    (read, next) => nextValues(read, next) as Record<string, string>,
  );
  const form = useZodForm(placeSchema, {
    defaultValues: { ...shown, ...(place && { id: place.id }) },
    send: async (typed) => {
      await saving.mutateAsync({ ...typed, ...(place && { read: conflict.read() }) });
      toastSuccess(place ? 'Place Saved' : 'Place Added');
      await utils.admin.places.invalidate();
      onClose();
    },
    conflict,
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={place ? `Edit ${place.name}` : 'Add a place'}
      submitLabel={place ? 'Save Place' : 'Add Place'}
      busyText="Saving…"
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={FACTS} />
      <Field label="Name" error={errors.name?.message} required>
        <TextInput
          {...register('name')}
          data-autofocus
          maxLength={MAX_PLACE_NAME}
          autoComplete="off"
        />
      </Field>
      <Field
        label="Address"
        error={errors.address?.message}
        hint="Street, town, state, and ZIP Code. Orders show the name and this address."
      >
        <TextInput {...register('address')} maxLength={MAX_PLACE_ADDRESS} autoComplete="off" />
      </Field>
      <Field
        label="Position"
        optional
        error={errors.position?.message}
        hint="Latitude and longitude, such as 41.98123, -86.10987."
      >
        <TextInput {...register('position')} maxLength={60} autoComplete="off" verbatim />
      </Field>
      <Field
        label="Other Names"
        optional
        error={errors.aliases?.message}
        hint="Other names that people use for it, separated by semicolons."
      >
        <TextInput {...register('aliases')} maxLength={MAX_ALIASES} autoComplete="off" />
      </Field>
      <Field
        label="Note for Drivers"
        optional
        error={errors.note?.message}
        hint="Drivers see it with each delivery there. Customers don’t."
      >
        <TextArea {...register('note')} rows={2} maxLength={MAX_PLACE_NOTE} />
      </Field>
    </FormDialog>
  );
}
