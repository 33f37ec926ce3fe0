import { toast } from '@/client/components/toast-store';
import type { Problem } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { type Inputs, trpc } from '@/client/lib/trpc';

/** Saves part of the profile, with `done` as the text of the toast. */
export function useSaveProfile(done: string) {
  const update = trpc.auth.updateProfile.useMutation();
  const switchUser = useSwitchUser();
  return async (changes: Inputs['auth']['updateProfile']) => {
    switchUser(await update.mutateAsync(changes));
    toast({ variant: 'success', title: 'Profile Updated', description: done });
  };
}

/** The toast of a profile that was not saved. */
export function toastProfileFailed({ reason, message }: Problem) {
  toast({
    variant: 'destructive',
    title: 'Profile Update Failed',
    description: reason ? message : 'Failed to update profile.',
  });
}
