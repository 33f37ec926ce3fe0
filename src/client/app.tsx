import type { QueryClient } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { AppProviders } from './app-providers';
import { Hydration } from './lib/hydration';

type AppProps = {
  router: AnyRouter;
  queryClient: QueryClient;
  /** The server's clock (ms) when it rendered the page. Omitted if the browser renders it. */
  renderedAt?: number;
  /** Called once the browser has hydrated a page from the server. */
  onHydrated?: () => void;
};

/** All of the product's pages, the same in the browser and on the server. */
export function App({ router, queryClient, renderedAt, onHydrated }: AppProps) {
  return (
    <StrictMode>
      <Hydration renderedAt={renderedAt ?? null} onEnd={onHydrated}>
        <AppProviders queryClient={queryClient}>
          <RouterProvider router={router} />
        </AppProviders>
      </Hydration>
    </StrictMode>
  );
}
