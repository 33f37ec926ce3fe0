import { OTHER_ICONS } from '@/client/components/other-icons';
import '@/client/styles/staff.css';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { buttonClass } from '@/client/components/button';
import { Skeleton } from '@/client/components/feedback/states';
import { Icon } from '@/client/components/icon';
import { Page } from '@/client/components/page';
import { UntilSignedIn } from './until-signed-in';
import { useAdminCheck } from './use-admin-check';
import './desk-queries';

/** Shows its children to admins. Visitors are redirected to sign in, and other users see an error. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const check = useAdminCheck();
  switch (check.state) {
    case 'admin':
      return <UntilSignedIn>{children}</UntilSignedIn>;
    case 'checking':
      return <Waiting text="Verifying admin access..." />;
    case 'visitor':
      return <Redirecting comesBack={!check.left} />;
    case 'not-admin':
      return <AccessRequired name={check.name} />;
  }
}

/** A skeleton in the shape of the dashboard, so the layout doesn't shift when it appears. */
function Waiting({ text }: { text: string }) {
  return (
    <Page width="full">
      <div className="flex min-h-16 items-center gap-3 pb-4">
        <span className="loading loading-spinner text-primary" aria-hidden="true" />
        <p role="status" className="font-semibold">
          {text}
        </p>
      </div>
      <Skeleton className="h-10 max-w-80" />
      <Skeleton className="mt-3 max-w-64" />
      <div className="mt-8 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-64 rounded-box" />
        <Skeleton className="h-64 rounded-box max-md:hidden" />
        <Skeleton className="h-64 rounded-box max-xl:hidden" />
      </div>
    </Page>
  );
}

/** The pause before the next screen, so that people can read the text. */
const READ_MS = 600;

/** After signing in, people return to the address they opened, unless someone else just signed out. */
function Redirecting({ comesBack }: { comesBack: boolean }) {
  const navigate = useNavigate();
  const { href } = useLocation();
  useEffect(() => {
    const state = comesBack ? { openedFrom: href } : {};
    const timer = setTimeout(() => navigate({ to: '/admin-login', replace: true, state }), READ_MS);
    return () => clearTimeout(timer);
  }, [navigate, comesBack, href]);
  return <Waiting text="Redirecting to login..." />;
}

function AccessRequired({ name }: { name: string }) {
  return (
    <Page width="narrow">
      <div className="flex min-h-[75dvh] items-center">
        <section className="w-full rounded-box border border-edge/70 bg-base-100 p-6 text-center shadow-near sm:p-10">
          <span className="tone tone-yellow mx-auto mb-4 grid size-16 place-items-center rounded-full">
            <Icon name={OTHER_ICONS.lock} size={32} />
          </span>
          <h1 className="text-2xl">Admin Access Required</h1>
          <p className="mt-2 mb-6 text-muted">
            You’re signed in as {name}, which isn’t an admin account. Sign in with an admin account
            to open the dashboard.
          </p>
          <Link to="/admin-login" className={buttonClass({ variant: 'main', size: 'lg' })}>
            Go to Admin Login
          </Link>
        </section>
      </div>
    </Page>
  );
}
