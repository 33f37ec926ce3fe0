import { type Outputs, trpc } from '@/client/lib/trpc';
import { ProofDialog } from './proof-dialog';

type ConfirmDialogProps = {
  begun: Outputs['auth']['beginConfirmation'];
  /** False when the person leaves without a proof. */
  onDone: (isDone: boolean) => void;
};

/** Asks a signed-in person to prove again who they are. */
export function ConfirmDialog({ begun, onDone }: ConfirmDialogProps) {
  const { challenge, methods } = begun;
  const confirming = trpc.auth.confirmIdentity.useMutation();
  const asking = trpc.auth.passkeyQuestion.useMutation();
  return (
    <ProofDialog
      methods={methods}
      submitLabel="Confirm"
      askPasskey={() => asking.mutateAsync({ challenge })}
      prove={async (proof) => {
        await confirming.mutateAsync({ challenge, ...proof });
        onDone(true);
      }}
      onClose={() => onDone(false)}
    />
  );
}
