import { type Outputs, trpc } from '@/client/lib/trpc';
import { ProofDialog } from './proof-dialog';

type ConfirmDialogProps = {
  begun: Outputs['auth']['beginConfirmation'];
  /** Called with false if the person leaves without verifying. */
  onDone: (isDone: boolean) => void;
};

/** Asks a signed-in person to verify their identity again. */
export function ConfirmDialog({ begun, onDone }: ConfirmDialogProps) {
  const { challenge, methods } = begun;
  const confirming = trpc.auth.confirmIdentity.useMutation();
  const asking = trpc.auth.passkeyQuestion.useMutation();
  return (
    <ProofDialog
      methods={methods}
      submitLabel="Verify"
      askPasskey={() => asking.mutateAsync({ challenge })}
      prove={async (proof) => {
        await confirming.mutateAsync({ challenge, ...proof });
        onDone(true);
      }}
      onClose={() => onDone(false)}
    />
  );
}
