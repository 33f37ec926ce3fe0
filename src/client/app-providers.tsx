import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ConnectionBanner } from './components/feedback/connection-banner';
import { Toaster } from './components/feedback/toaster';
import { PersonGate } from './identity/person-gate';
import { useOnline, useReachable } from './lib/connection';
import { useLive } from './lib/live';
import { askWhoIsThere, useForgetOnUserChange } from './lib/session';
import { api, trpc } from './lib/trpc';

const TRY_AGAIN_MS = 4_000;
/**
 * The pause between tries while the browser reports no connection. It's longer, because that report
 * is usually right.
 */
const TRY_OFFLINE_MS = 15_000;

type AppProvidersProps = { queryClient: QueryClient; children: ReactNode };

/** Wraps every screen with the calls and their cache, the connection strip, and the toast. */
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
  const online = useOnline();
  useForgetOnUserChange();
  useLive();

  useEffect(() => {
    if (reachable) {
      // Once the connection is back, failed queries are fetched again.
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      });
    }
    if (reachable && online) return;
    const tryAgain = () => {
      if (!document.hidden) void askWhoIsThere(queryClient, true);
    };
    if (!online) tryAgain();
    const timer = setInterval(tryAgain, online ? TRY_AGAIN_MS : TRY_OFFLINE_MS);
    return () => clearInterval(timer);
  }, [reachable, online, queryClient]);

  return <ConnectionBanner unreachable={!reachable} />;
}
