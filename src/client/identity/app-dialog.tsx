import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { QrCode } from '@/client/components/qr-code';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { newFactorSchema } from '@/domain/account/second-factor.schema';
import { CodeField } from './code-field';

type AppDialogProps = {
  challenge: string;
  app: Outputs['factors']['newApp'];
  onAdded: (added: Outputs['factors']['add']) => void;
  onClose: () => void;
};

/** Shows a new app's secret as a QR code and as text, and asks for the app's first code. */
export function AppDialog({ challenge, app, onAdded, onClose }: AppDialogProps) {
  const adding = trpc.factors.add.useMutation();
  const form = useZodForm(newFactorSchema, {
    defaultValues: { challenge, name: 'Authenticator app', code: '' },
    send: async (typed) => onAdded(await adding.mutateAsync(typed)),
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title="Set up an authenticator app"
      description="Scan this with your app, or type in the key. Then enter the code the app shows."
      submitLabel="Turn On"
      busyText="Turning on…"
      onClose={onClose}
    >
      <QrCode text={app.uri} label="QR code for the key below" />
      <div>
        <p className="text-[0.95rem] font-semibold">Setup key</p>
        <p
          data-secret
          className="mt-1.5 rounded-field border border-edge bg-base-200 p-3 font-mono text-[0.9rem] break-all select-all"
        >
          {app.secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
      <CodeField {...register('code')} error={errors.code?.message} />
      <Field
        label="Name"
        hint="A name you’ll recognize, like “My phone”."
        error={errors.name?.message}
        required
      >
        <TextInput {...register('name')} maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
