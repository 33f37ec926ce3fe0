import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { factorNameSchema } from '@/domain/account/second-factor.schema';

/** What the device answered when it made a passkey. */
export type NewPasskey = NonNullable<Inputs['factors']['add']['passkey']>;

type PasskeyDialogProps = {
  challenge: string;
  passkey: NewPasskey;
  onAdded: (added: Outputs['factors']['add']) => void;
  onClose: () => void;
};

/** Names a passkey that the device has just made, and stores it. */
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
      description="Your device has made it. Give it a name by which you know it again."
      submitLabel="Turn on"
      busyText="Turning on…"
      onClose={onClose}
    >
      <Field label="Name" error={form.errors.name?.message} required>
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
