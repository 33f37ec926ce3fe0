import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';

/**
 * Shows the email address that isn't verified yet, with a button that sends its link again. Renders
 * nothing if the address is verified.
 */
export function EmailProof({ me }: { me: Me }) {
  const send = trpc.auth.requestEmailProof.useMutation();
  const address = me.pendingEmail ?? (me.emailProvenAt === null ? me.email : null);
  if (!address) return null;
  const sendAgain = async () => {
    try {
      const { message } = await send.mutateAsync();
      toastSuccess('Link Sent', message);
    } catch (error) {
      toastError('Link Not Sent', problemOf(error).message);
    }
  };
  return (
    <Callout
      tone="warn"
      live
      title={
        me.pendingEmail ? 'Your new email address isn’t verified yet' : 'Verify your email address'
      }
    >
      <p className="wrap-anywhere">
        Open the link we sent to {address}.{' '}
        {me.pendingEmail && me.email ? `Until then, we’ll keep using ${me.email}.` : null}
      </p>
      <Button
        size="sm"
        variant="quiet"
        className="mt-2"
        busy={send.isPending}
        busyText="Sending…"
        onClick={sendAgain}
      >
        Resend Link
      </Button>
    </Callout>
  );
}
