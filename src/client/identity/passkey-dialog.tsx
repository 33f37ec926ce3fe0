import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { factorNameSchema } from '@/domain/account/second-factor.schema';

/** The device's answer when it creates a passkey. */
export type NewPasskey = NonNullable<Inputs['factors']['add']['passkey']>;

type PasskeyDialogProps = {
  challenge: string;
  passkey: NewPasskey;
  onAdded: (added: Outputs['factors']['add']) => void;
  onClose: () => void;
};

/** Asks for the name of a new passkey, and stores it. */
export function PasskeyDialog({ challenge, passkey, onAdded, onClose }: PasskeyDialogProps) {
  const adding = trpc.factors.add.useMutation();
  const form = useZodForm(factorNameSchema, {
    defaultValues: { name: 'Passkey' },
    send: async ({ name }) => onAdded(await adding.mutateAsync({ challenge, name, passkey })),
  });
  return (
    <FormDialog
      form={form}
      title="Name your passkey"
      description="Your device created a passkey. Give it a name you’ll recognize."
      submitLabel="Turn On"
      busyText="Turning on…"
      onClose={onClose}
    >
      <Field label="Name" error={form.errors.name?.message} required>
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
