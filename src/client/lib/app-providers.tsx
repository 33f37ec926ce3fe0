import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ConnectionBanner } from '@/client/components/connection-banner';
import { Toaster } from '@/client/components/toaster';
import { useReachable } from './connection';
import { useLive } from './live';
import { createQueryClient } from './query-client';
import { useForgetOnUserChange } from './session';
import { api } from './trpc';

const TRY_AGAIN_MS = 4000;

/** The calls and their cache, the connection strip and the toast, around every screen. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Connection />
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}

function Connection() {
  const queryClient = useQueryClient();
  const reachable = useReachable();
  useForgetOnUserChange();
  useLive();

  useEffect(() => {
    if (reachable) {
      // Back again: what could not be loaded meanwhile heals by itself.
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      });
      return;
    }
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) api.auth.me.query().catch(() => {});
    }, TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [reachable, queryClient]);

  return <ConnectionBanner unreachable={!reachable} />;
}
