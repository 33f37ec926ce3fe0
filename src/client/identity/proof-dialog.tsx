import { startAuthentication } from '@simplewebauthn/browser';
import { type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { PasswordInput, TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { Inputs, Outputs } from '@/client/lib/trpc';
import type { ConfirmMethod } from '@/domain/account/second-factor';
import {
  codeFormSchema,
  passwordFormSchema,
  recoveryFormSchema,
} from '@/domain/account/second-factor.schema';
import { CodeField } from './code-field';
import { passkeyProblem } from './passkey-problem';

/** One proof of identity, which is sent with the challenge. */
export type Proof = Omit<Inputs['auth']['confirmIdentity'], 'challenge'>;

type ProofDialogProps = {
  /** The dialog starts with the first of these methods. */
  methods: readonly ConfirmMethod[];
  submitLabel: string;
  /** Asks the server for the challenge that a passkey signs. */
  askPasskey: () => Promise<Outputs['auth']['passkeyQuestion']>;
  /** Sends a proof. Throws the server's refusal. */
  prove: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
};

const OTHER_WAY: Record<ConfirmMethod, string> = {
  passkey: 'Use a Passkey',
  totp: 'Use a Code From Your App',
  recovery: 'Use a Recovery Code',
  password: 'Use Your Password',
};

/** Asks a person to verify their identity with one of the methods. */
export function ProofDialog(props: ProofDialogProps) {
  const { methods } = props;
  const [method, setMethod] = useState(methods[0] ?? 'recovery');
  const others = methods.filter((one) => one !== method);
  const otherWays = others.map((one) => (
    <Button key={one} variant="ghost" size="sm" onClick={() => setMethod(one)}>
      {OTHER_WAY[one]}
    </Button>
  ));
  const step = { ...props, otherWays };
  switch (method) {
    case 'passkey':
      return <PasskeyStep {...step} />;
    case 'totp':
      return <CodeStep {...step} />;
    case 'recovery':
      return <RecoveryStep {...step} />;
    case 'password':
      return <PasswordStep {...step} />;
  }
}

type StepProps = ProofDialogProps & { otherWays: ReactNode };

const TITLE = 'Verify it’s you';

function OtherWays({ children }: { children: ReactNode }) {
  return <div className="flex flex-col items-start gap-1">{children}</div>;
}

function PasskeyStep({ askPasskey, prove, otherWays, onClose }: StepProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const usePasskey = async () => {
    setFailed(null);
    try {
      const optionsJSON = await askPasskey();
      await prove({ passkey: await startAuthentication({ optionsJSON }) });
    } catch (error) {
      setFailed(passkeyProblem(error));
    }
  };
  return (
    <Dialog
      open
      size="sm"
      title={TITLE}
      description="Your device will ask for your fingerprint, face, PIN, or security key."
      alert={failed}
      backdropCloses={false}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Button block icon={OTHER_ICONS.lock} data-autofocus onClick={usePasskey}>
          {OTHER_WAY.passkey}
        </Button>
        <OtherWays>{otherWays}</OtherWays>
      </div>
    </Dialog>
  );
}

function CodeStep({ submitLabel, prove, otherWays, onClose }: StepProps) {
  const form = useZodForm(codeFormSchema, { defaultValues: { code: '' }, send: prove });
  return (
    <FormDialog
      form={form}
      title={TITLE}
      description="Open the authenticator app you set up for this account."
      submitLabel={submitLabel}
      onClose={onClose}
    >
      <CodeField {...form.register('code')} error={form.errors.code?.message} />
      <OtherWays>{otherWays}</OtherWays>
    </FormDialog>
  );
}

function RecoveryStep({ submitLabel, prove, otherWays, onClose }: StepProps) {
  const form = useZodForm(recoveryFormSchema, { defaultValues: { recoveryCode: '' }, send: prove });
  return (
    <FormDialog
      form={form}
      title={TITLE}
      description="Enter one of the recovery codes you saved. Each works once."
      submitLabel={submitLabel}
      onClose={onClose}
    >
      <Field label="Recovery Code" error={form.errors.recoveryCode?.message} required>
        <TextInput
          {...form.register('recoveryCode')}
          autoComplete="off"
          verbatim
          className="font-mono"
        />
      </Field>
      <OtherWays>{otherWays}</OtherWays>
    </FormDialog>
  );
}

function PasswordStep({ submitLabel, prove, onClose }: StepProps) {
  const form = useZodForm(passwordFormSchema, { defaultValues: { password: '' }, send: prove });
  return (
    <FormDialog
      form={form}
      title={TITLE}
      description="It’s been a while since you signed in."
      submitLabel={submitLabel}
      onClose={onClose}
    >
      <Field label="Your Password" error={form.errors.password?.message} required>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}
