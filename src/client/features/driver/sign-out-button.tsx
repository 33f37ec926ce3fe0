import { Button } from '@/client/components/button';
import { toast } from '@/client/components/toast-store';
import { forgetContact } from '@/client/lib/contact-store';
import { type Me, useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';

/** Ends the session; the page then asks who drives. */
export function SignOutButton({ me }: { me: Me }) {
  const switchUser = useSwitchUser();
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
  return (
    <Button variant="quiet" icon="logout" busy={logout.isPending} onClick={() => logout.mutate()}>
      Logout
    </Button>
  );
}
