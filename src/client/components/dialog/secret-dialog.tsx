import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { CopyButton } from '@/client/components/feedback/copy-button';
import { useLeaveQuestion } from './confirm-dialog';
import { Dialog } from './dialog';

type SecretDialogProps = { title: string; secret: string; onClose: () => void };

/** Shows a new key or link once, so that the person can copy it. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const { leave, leaveDialog } = useLeaveQuestion(true, onClose, {
    title: 'Leave without copying it?',
    description: 'If you haven’t copied it, you won’t see it again.',
  });
  return (
    <Dialog
      open
      size="sm"
      backdropCloses={false}
      onClose={leave}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <CopyButton text={secret} data-autofocus />
        </>
      }
    >
      <Callout tone="warn">You’ll see this only once. Anyone who has it can use it.</Callout>
      <p
        data-secret
        data-copy-text
        className="mt-3 rounded-field border border-edge bg-base-200 p-3 font-mono text-[0.9rem] break-all select-all"
      >
        {secret}
      </p>
      {leaveDialog}
    </Dialog>
  );
}
