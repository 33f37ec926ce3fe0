import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/dialog/confirm-dialog';
import { Dialog } from '@/client/components/dialog/dialog';
import { Callout } from '@/client/components/feedback/callout';
import { CopyButton } from '@/client/components/feedback/copy-button';

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes, once, to be copied or saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { leave, leaveDialog } = useLeaveQuestion(true, onClose, {
    title: 'Leave without the codes?',
    description: 'They are not shown again.',
  });
  return (
    <Dialog
      open
      size="sm"
      backdropCloses={false}
      onClose={leave}
      title="Your recovery codes"
      description="Each of them signs you in once when your second factor is lost."
      footer={
        <>
          <CopyButton variant="quiet" text={codes.join('\n')} />
          <Button data-autofocus onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <Callout tone="warn">They are shown only now. Keep them in a safe place.</Callout>
      <ol
        data-secret
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
