import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ConnectionBanner } from '@/client/components/connection-banner';
import { Toaster } from '@/client/components/toaster';
import { useReachable } from './connection';
import { useLive } from './live';
import { createQueryClient } from './query-client';
import { useForgetOnUserChange } from './session';
import { createApiClient, trpc } from './trpc';

const TRY_AGAIN_MS = 4000;

/** The calls and their cache, the connection strip and the toast, around every screen. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [apiClient] = useState(createApiClient);
  return (
    <trpc.Provider client={apiClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Connection />
        {children}
        <Toaster />
      </QueryClientProvider>
    </trpc.Provider>
  );
}

function Connection() {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
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
      if (!document.hidden) client.auth.me.query().catch(() => {});
    }, TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [reachable, queryClient, client]);

  return <ConnectionBanner unreachable={!reachable} />;
}
