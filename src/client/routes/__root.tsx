import {
  createRootRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { useDialogHistory } from '@/client/components/dialog/dialog-history';
import { ErrorState } from '@/client/components/feedback/states';
import { usePageCode } from '@/client/components/page-code';
import { AccountProvider } from '@/client/features/customer/account/account-provider';
import { ProvePhone } from '@/client/features/customer/appointments/prove-phone';
import { ConfirmIdentity } from '@/client/identity/confirm-identity';
import { useKeptFocus } from '@/client/lib/keep-focus';

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./-not-found-page'), 'NotFoundPage'),
  errorComponent: BrokenPage,
});

/**
 * The sign-in dialog is outside the pages, so that it stays open while one page replaces another.
 */
function Root() {
  usePageCode();
  useDialogHistory();
  useKeptFocus();
  return (
    <AccountProvider>
      <Outlet />
      <ConfirmIdentity />
      <ProvePhone />
    </AccountProvider>
  );
}

/**
 * True for a bug, and false if code couldn't be fetched: browsers reject an import with a
 * TypeError, too.
 */
const isMistake = (error: unknown) =>
  (error instanceof TypeError && !/import|fetch|module|load/i.test(error.message)) ||
  error instanceof RangeError ||
  error instanceof ReferenceError;

/** Replaces a page that threw, because its code couldn't be fetched or has a bug. */
function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="We couldn’t show this page"
        onRetry={() => {
          // The browser remembers a failed import until the page reloads, so the page is reloaded.
          reset();
          window.location.reload();
        }}
      >
        {isMistake(error)
          ? 'Something went wrong on our side, or your browser is too old. Reload the page, or update your browser.'
          : 'Check your connection and try again.'}
      </ErrorState>
    </main>
  );
}
