import { toast } from '@/client/components/toast-store';
import { forgetContact } from '@/client/lib/contact-store';
import { useMe, useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';

/** Signs out and removes the user's data from this browser (D54). Resolves in every case. */
export function useLogout(): () => Promise<void> {
  const me = useMe();
  const logout = trpc.auth.logout.useMutation();
  const switchUser = useSwitchUser();
  return async () => {
    try {
      await logout.mutateAsync();
    } catch {
      toast({
        variant: 'destructive',
        title: 'Logout Error',
        description: 'Failed to logout. Please try again.',
      });
      return;
    }
    if (me) forgetContact(me.id);
    switchUser(null);
    toast({ title: 'Signed out', description: 'See you at the dock.' });
  };
}
