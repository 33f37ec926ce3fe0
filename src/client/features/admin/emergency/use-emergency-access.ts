import { useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** The pause before the dashboard opens, so that people can read the toast. */
const REDIRECT_MS = 1000;
const REFUSALS = ['unauthenticated', 'forbidden', 'rate_limited', 'invalid_input'];

/** Signs in with the emergency password, shows a toast, and calls `onEntered`. Never rejects. */
export function useEmergencyAccess(onEntered: () => unknown) {
  const queryClient = useQueryClient();
  const entering = trpc.auth.emergencyLogin.useMutation();
  return async (input: { password: string }) => {
    try {
      await entering.mutateAsync(input);
    } catch (error) {
      const { reason, message } = problemOf(error);
      const refused = reason !== null && REFUSALS.includes(reason);
      toastError(
        refused ? 'Access Denied' : 'Emergency Login Failed',
        refused ? message || 'Invalid emergency password' : 'Unable to access admin panel',
      );
      return;
    }
    toastSuccess(
      'Emergency Access Granted',
      'Opening the dashboard. This access ends after 30 minutes.',
    );
    // The admin must not see another user's cached data.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_MS));
    await onEntered();
  };
}
