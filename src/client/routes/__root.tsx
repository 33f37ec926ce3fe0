import {
  createRootRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { ErrorState } from '@/client/components/states';

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./-not-found-page'), 'NotFoundPage'),
  errorComponent: BrokenPage,
});

/** What could not be drawn, most often because its code could not be fetched. */
function BrokenPage({ reset }: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="This page could not be shown"
        onRetry={() => {
          // A failed piece of code stays failed until the page is loaded anew.
          reset();
          window.location.reload();
        }}
      >
        Check your connection and try again.
      </ErrorState>
    </main>
  );
}
