import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { api, trpc } from '@/client/lib/trpc';

/** How long the new session is given to settle, and how it is then verified (staff section 4). */
const SETTLE_MS = 1000;
const TRIES = 3;
const BETWEEN_TRIES_MS = 500;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Signs an admin in, says how it went, and calls `onEntered` once the server confirmed the session.
 * Resolves in every case.
 */
export function useAdminSignIn(onEntered: () => unknown) {
  const queryClient = useQueryClient();
  const login = trpc.auth.adminLogin.useMutation();

  const verified = async () => {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      if (attempt > 1) await after(BETWEEN_TRIES_MS);
      try {
        const { isAdmin } = await api.auth.adminStatus.query();
        if (isAdmin) return true;
      } catch {
        // Worth another try: the session was made, only the answer is missing.
      }
    }
    return false;
  };

  return async (credentials: { username: string; password: string }) => {
    try {
      const user = await login.mutateAsync(credentials);
      if (user.role !== 'admin') return sayDenied();
    } catch (error) {
      return sayFailed(error);
    }
    toast({
      variant: 'success',
      title: 'Login Successful',
      description: 'Opening the dashboard.',
    });
    // Nothing that was read as somebody else is shown to the admin.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
    await after(SETTLE_MS);
    if (await verified()) {
      await onEntered();
      return;
    }
    toast({
      variant: 'destructive',
      title: 'Session Error',
      description:
        'Login successful but session verification failed. Please try the emergency admin access.',
    });
  };
}

function sayDenied() {
  toast({
    variant: 'destructive',
    title: 'Access Denied',
    description: 'You do not have admin privileges.',
  });
}

function sayFailed(error: unknown) {
  const problem = problemOf(error);
  if (problem.reason === 'forbidden') return sayDenied();
  toast({
    variant: 'destructive',
    title: 'Login Failed',
    description: problem.answered ? problem.message : 'Invalid username or password.',
  });
}
