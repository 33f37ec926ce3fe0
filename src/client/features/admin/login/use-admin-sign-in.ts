import { useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { useSecondFactor } from '@/client/identity/use-second-factor';
import { problemOf } from '@/client/lib/problem';
import { api, trpc } from '@/client/lib/trpc';
import { isOfficeRole } from '@/domain/staff/areas';

/** The pause before we verify the new session, and the number of attempts. */
const SETTLE_MS = 1000;
const TRIES = 3;
const BETWEEN_TRIES_MS = 500;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Signs someone in to the office, shows a toast, and calls `onEntered` after the server has confirmed the session.
 * Never rejects. The form renders `secondFactorDialog` for two-step verification.
 */
export function useAdminSignIn(onEntered: () => unknown) {
  const queryClient = useQueryClient();
  const login = trpc.auth.adminLogin.useMutation();
  const { complete, secondFactorDialog } = useSecondFactor();

  const verified = async () => {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      if (attempt > 1) await after(BETWEEN_TRIES_MS);
      try {
        const { user } = await api.auth.adminStatus.query();
        if (user && isOfficeRole(user.role)) return true;
      } catch {
        // The session exists, and only the answer is missing, so we try again.
      }
    }
    return false;
  };

  const signIn = async (credentials: { username: string; password: string }) => {
    try {
      const user = await complete(() => login.mutateAsync(credentials));
      if (!user) return;
      if (!isOfficeRole(user.role)) return toastDenied();
    } catch (error) {
      return toastFailed(error);
    }
    toastSuccess('Login Successful', 'Opening the dashboard.');
    // The admin must not see another user's cached data.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
    await after(SETTLE_MS);
    if (await verified()) {
      await onEntered();
      return;
    }
    toastError(
      'Session Error',
      'Login successful but session verification failed. Please try the emergency admin access.',
    );
  };

  return { signIn, secondFactorDialog };
}

function toastDenied() {
  toastError('Access Denied', 'You do not have admin privileges.');
}

function toastFailed(error: unknown) {
  const { reason, message } = problemOf(error);
  if (reason === 'forbidden') return toastDenied();
  const description = message || 'Invalid username or password.';
  toastError('Login Failed', description);
}
