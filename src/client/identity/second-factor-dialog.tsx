import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import type { FactorRequest } from '@/domain/account/second-factor';
import { ProofDialog } from './proof-dialog';
import { SetUpDialog } from './set-up-dialog';

type SecondFactorDialogProps = {
  request: FactorRequest;
  /** Called with null if the person leaves without verifying. */
  onDone: (user: Me | null) => void;
};

/** Asks for the second step of a sign-in, or sets it up if the account requires it. */
export function SecondFactorDialog({ request, onDone }: SecondFactorDialogProps) {
  const { challenge, methods, enrol } = request;
  const proving = trpc.auth.secondFactor.useMutation();
  const asking = trpc.auth.passkeyQuestion.useMutation();
  if (methods.length === 0) {
    return (
      <SetUpDialog
        challenge={challenge}
        kinds={enrol}
        description="Your account requires two-step verification. Set it up to finish signing in."
        onDone={onDone}
      />
    );
  }
  return (
    <ProofDialog
      methods={methods}
      submitLabel="Sign In"
      askPasskey={() => asking.mutateAsync({ challenge })}
      prove={async ({ password: _, ...proof }) =>
        onDone((await proving.mutateAsync({ challenge, ...proof })).user)
      }
      onClose={() => onDone(null)}
    />
  );
}
