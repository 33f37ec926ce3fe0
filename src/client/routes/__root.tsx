import {
  createRootRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { useDialogHistory } from '@/client/components/dialog-history';
import { usePageCode } from '@/client/components/page-code';
import { ErrorState } from '@/client/components/states';
import { AccountProvider } from '@/client/features/customer/account/account-provider';
import { ProvePhone } from '@/client/features/customer/appointments/prove-phone';
import { ConfirmIdentity } from '@/client/identity/confirm-identity';

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./-not-found-page'), 'NotFoundPage'),
  errorComponent: BrokenPage,
});

/** The sign-in stands above the pages: pressed while one page gives way to the next, it still opens. */
function Root() {
  usePageCode();
  useDialogHistory();
  return (
    <AccountProvider>
      <Outlet />
      <ConfirmIdentity />
      <ProvePhone />
    </AccountProvider>
  );
}

/** Shown instead of a page that threw, most often because its code could not be fetched. */
function BrokenPage({ reset }: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="This page could not be shown"
        onRetry={() => {
          // The browser keeps a failed import until the page is loaded again.
          reset();
          window.location.reload();
        }}
      >
        Check your connection and try again.
      </ErrorState>
    </main>
  );
}
