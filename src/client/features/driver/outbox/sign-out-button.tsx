import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { endPush } from '@/client/identity/push-browser';
import { useSignOut } from '@/client/identity/use-sign-out';
import { hasSignal } from '@/client/lib/connection';
import type { Me } from '@/client/lib/session';
import { api } from '@/client/lib/trpc';
import { signOutLater } from './late-sign-out';
import { outboxOf } from './outboxes';
import { reportUnsent } from './report-unsent';
import { sendOutbox } from './send-outbox';

/** On a slow connection, stop sending and ask after this long. */
const SEND_WITHIN_MS = 15_000;

/**
 * Ends the session after sending the user's unsent actions. If any can't be sent, the user
 * confirms, the actions stay on the device, and dispatch is notified.
 */
export function SignOutButton({ me }: { me: Me }) {
  const signOut = useSignOut(
    async () => void endPush(),
    () => signOutLater(me.id),
  );
  const { confirm, confirmDialog } = useConfirm();
  const [isSending, setIsSending] = useState(false);
  const unsent = () =>
    outboxOf(me.id)
      .all()
      .catch(() => []);

  const signOutOnceSure = async () => {
    if (hasSignal() && (await unsent()).length > 0) {
      setIsSending(true);
      const late = new Promise((resolve) => setTimeout(resolve, SEND_WITHIN_MS));
      await Promise.race([sendOutbox(me.id), late]);
      setIsSending(false);
    }
    const left = await unsent();
    const { length: count } = left;
    const sure =
      count === 0 ||
      (await confirm({
        title: 'Sign out with unsent updates?',
        description: `${count} ${count === 1 ? 'update hasn’t' : 'updates haven’t'} reached dispatch. We’ll send what we can when there’s signal. The rest stays on this device until you sign in here again.`,
        confirmLabel: 'Sign Out',
        cancelLabel: 'Stay Signed In',
      }));
    if (!sure) return;
    if (count > 0 && me.role === 'driver' && hasSignal()) {
      await reportUnsent(api, left, 'own').catch(() => {});
    }
    await signOut();
  };
  return (
    <>
      <Button
        variant="quiet"
        size="lg"
        icon="logout"
        busy={isSending}
        busyText="Sending…"
        onClick={signOutOnceSure}
      >
        Logout
      </Button>
      {confirmDialog}
    </>
  );
}
