import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { useSignOut } from '@/client/identity/use-sign-out';
import type { Me } from '@/client/lib/session';
import { queuedActions } from './device-storage';
import { signOutLater } from './late-sign-out';

/** Ends the session. Queued actions of the user are named first, and stay on the device. */
export function SignOutButton({ me }: { me: Me }) {
  const signOut = useSignOut(undefined, signOutLater);
  const { confirm, confirmDialog } = useConfirm();
  const signOutOnceSure = async () => {
    const queued = await queuedActions().catch(() => []);
    const own = queued.filter(({ userId }) => userId === me.id).length;
    const sure =
      own === 0 ||
      (await confirm({
        title: 'Log out with work unsent?',
        description: `${own} ${own === 1 ? 'action is' : 'actions are'} not at dispatch yet. They stay on this device and are sent when you sign in here again.`,
        confirmLabel: 'Logout',
        cancelLabel: 'Stay',
      }));
    if (sure) await signOut();
  };
  return (
    <>
      <Button variant="quiet" size="lg" icon="logout" onClick={signOutOnceSure}>
        Logout
      </Button>
      {confirmDialog}
    </>
  );
}
