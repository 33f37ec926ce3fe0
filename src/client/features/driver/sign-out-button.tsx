import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { toast } from '@/client/components/toast-store';
import { forgetContact } from '@/client/lib/contact-store';
import { type Me, useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { queuedActions } from './device-storage';

/** Ends the session. Queued actions of the user are named first, and stay on the device. */
export function SignOutButton({ me }: { me: Me }) {
  const switchUser = useSwitchUser();
  const { confirm, confirmDialog } = useConfirm();
  const logout = trpc.auth.logout.useMutation({
    onSuccess: () => {
      forgetContact(me.id);
      switchUser(null);
    },
    onError: () =>
      toast({
        variant: 'destructive',
        title: 'Logout Error',
        description: 'Failed to logout. Please try again.',
      }),
  });
  const signOut = async () => {
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
    if (sure) logout.mutate();
  };
  return (
    <>
      <Button variant="quiet" size="lg" icon="logout" busy={logout.isPending} onClick={signOut}>
        Logout
      </Button>
      {confirmDialog}
    </>
  );
}
