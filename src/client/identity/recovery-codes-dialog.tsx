import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/dialog/confirm-dialog';
import { Dialog } from '@/client/components/dialog/dialog';
import { Callout } from '@/client/components/feedback/callout';
import { CopyButton } from '@/client/components/feedback/copy-button';

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes once, so that the person can copy and save them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { leave, leaveDialog } = useLeaveQuestion(true, onClose, {
    title: 'Leave without the codes?',
    description: 'You won’t see them again.',
  });
  return (
    <Dialog
      open
      size="sm"
      backdropCloses={false}
      onClose={leave}
      title="Your recovery codes"
      description="Each one signs you in once if you lose your passkey or app."
      footer={
        <>
          <CopyButton variant="quiet" text={codes.join('\n')} />
          <Button data-autofocus onClick={onClose}>
            I’ve Saved Them
          </Button>
        </>
      }
    >
      <Callout tone="warn">You’ll see these only once. Keep them somewhere safe.</Callout>
      <ol
        data-secret
        data-copy-text
        aria-label="Recovery codes"
        className="mt-3 grid gap-x-6 gap-y-1 rounded-field border border-edge bg-base-200 p-3 font-mono text-[0.9rem] select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      {leaveDialog}
    </Dialog>
  );
}
