import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ConnectionBanner } from './components/connection-banner';
import { Toaster } from './components/toaster';
import { PersonGate } from './identity/person-gate';
import { useReachable } from './lib/connection';
import { useLive } from './lib/live';
import { askWhoIsThere, useForgetOnUserChange } from './lib/session';
import { api, trpc } from './lib/trpc';

const TRY_AGAIN_MS = 4000;

type AppProvidersProps = { queryClient: QueryClient; children: ReactNode };

/** Stands around every screen: the calls with their cache, the connection strip and the toast. */
export function AppProviders({ queryClient, children }: AppProvidersProps) {
  return (
    <trpc.Provider client={api} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <PersonGate>
          <Connection />
          {children}
          <Toaster />
        </PersonGate>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

function Connection() {
  const queryClient = useQueryClient();
  const reachable = useReachable();
  useForgetOnUserChange();
  useLive();

  useEffect(() => {
    if (reachable) {
      // Back again: the queries that failed meanwhile are fetched again.
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      });
      return;
    }
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) void askWhoIsThere(queryClient, true);
    }, TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [reachable, queryClient]);

  return <ConnectionBanner unreachable={!reachable} />;
}
