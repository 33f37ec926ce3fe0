import { toast } from '@/client/components/toast-store';
import { type Problem, problemOf } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { type Inputs, trpc } from '@/client/lib/trpc';

/** Saves part of the profile and says how it went; the problem, or null when it is saved. */
export function useSaveProfile() {
  const update = trpc.auth.updateProfile.useMutation();
  const switchUser = useSwitchUser();
  return async (
    changes: Inputs['auth']['updateProfile'],
    said: string,
  ): Promise<Problem | null> => {
    try {
      switchUser(await update.mutateAsync(changes));
      toast({ variant: 'success', title: 'Profile Updated', description: said });
      return null;
    } catch (error) {
      const problem = problemOf(error);
      toast({
        variant: 'destructive',
        title: 'Profile Update Failed',
        description: problem.reason ? problem.message : 'Failed to update profile.',
      });
      return problem;
    }
  };
}
