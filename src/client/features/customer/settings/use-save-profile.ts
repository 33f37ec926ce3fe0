import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import type { Problem } from '@/client/lib/problem';
import { addressTold } from '@/client/lib/profile-read';
import { useSwitchUser } from '@/client/lib/session';
import { type Inputs, trpc } from '@/client/lib/trpc';

/** Saves part of the profile, and shows a toast with the text `done`. */
export function useSaveProfile(done: string) {
  const update = trpc.auth.updateProfile.useMutation();
  const switchUser = useSwitchUser();
  return async (changes: Inputs['auth']['updateProfile']) => {
    const saved = await update.mutateAsync(changes);
    switchUser(saved);
    toastSuccess('Profile Updated', addressTold(changes.email, saved) ?? done);
    return saved;
  };
}

/** Shows a toast about a profile that wasn't saved. */
export function toastProfileFailed({ reason, message }: Problem) {
  toastError('Profile Update Failed', reason ? message : 'Failed to update profile.');
}
