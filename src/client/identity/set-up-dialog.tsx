import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { Me } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { FactorKind } from '@/domain/account/second-factor';
import { AppDialog } from './app-dialog';
import { type NewPasskey, PasskeyDialog } from './passkey-dialog';
import { passkeyProblem } from './passkey-problem';
import { RecoveryCodesDialog } from './recovery-codes-dialog';

type SetUpDialogProps = {
  challenge: string;
  /** The kinds that this person can set up. */
  kinds: readonly FactorKind[];
  description: string;
  /** Called at the end: with the user if this completed a sign-in, otherwise with null. */
  onDone: (user: Me | null) => void;
};

type Step =
  | { at: 'choice' }
  | { at: 'passkey'; passkey: NewPasskey }
  | { at: 'app'; app: Outputs['factors']['newApp'] }
  | { at: 'codes'; codes: string[]; user: Me | null };

/** Sets up a verification method: selects the kind, tests it, and shows the recovery codes once. */
export function SetUpDialog({ challenge, kinds, description, onDone }: SetUpDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'choice' });
  const added = ({ recoveryCodes, user }: Outputs['factors']['add']) => {
    if (recoveryCodes) setStep({ at: 'codes', codes: recoveryCodes, user });
    else onDone(user);
  };
  switch (step.at) {
    case 'choice':
      return (
        <ChoiceDialog
          challenge={challenge}
          kinds={kinds}
          description={description}
          onPasskey={(passkey) => setStep({ at: 'passkey', passkey })}
          onApp={(app) => setStep({ at: 'app', app })}
          onClose={() => onDone(null)}
        />
      );
    case 'passkey':
      return (
        <PasskeyDialog
          challenge={challenge}
          passkey={step.passkey}
          onAdded={added}
          onClose={() => onDone(null)}
        />
      );
    case 'app':
      return (
        <AppDialog
          challenge={challenge}
          app={step.app}
          onAdded={added}
          onClose={() => onDone(null)}
        />
      );
    case 'codes':
      return <RecoveryCodesDialog codes={step.codes} onClose={() => onDone(step.user)} />;
  }
}

type ChoiceProps = Pick<SetUpDialogProps, 'challenge' | 'kinds' | 'description'> & {
  onPasskey: (passkey: NewPasskey) => void;
  onApp: (app: Outputs['factors']['newApp']) => void;
  onClose: () => void;
};

function ChoiceDialog(props: ChoiceProps) {
  const { challenge, kinds, description, onPasskey, onApp, onClose } = props;
  const askPasskey = trpc.factors.newPasskey.useMutation();
  const newApp = trpc.factors.newApp.useMutation();
  const [failed, setFailed] = useState<string | null>(null);
  const attempt = async (job: () => Promise<void>) => {
    setFailed(null);
    try {
      await job();
    } catch (error) {
      setFailed(passkeyProblem(error));
    }
  };
  const makePasskey = async () => {
    const optionsJSON = await askPasskey.mutateAsync({ challenge });
    onPasskey(await startRegistration({ optionsJSON }));
  };
  return (
    <Dialog
      open
      size="sm"
      title="Set up two-step verification"
      description={description}
      alert={failed}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {kinds.includes('passkey') && browserSupportsWebAuthn() ? (
          <>
            <Button
              block
              icon={OTHER_ICONS.lock}
              data-autofocus
              onClick={() => attempt(makePasskey)}
            >
              Use a Passkey
            </Button>
            <p className="text-sm text-muted">
              It’s saved on this device, in your password manager, or on a security key.
            </p>
          </>
        ) : null}
        <Button
          block
          variant="quiet"
          icon="phone"
          onClick={() => attempt(async () => onApp(await newApp.mutateAsync({ challenge })))}
        >
          Use an Authenticator App
        </Button>
        <p className="text-sm text-muted">
          Any authenticator app works. It shows a new code every 30 seconds, even without signal.
        </p>
      </div>
    </Dialog>
  );
}
