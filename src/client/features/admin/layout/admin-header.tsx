import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackLink } from '@/client/components/back-link';
import { Button, buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { HomeLink, SiteHeader } from '@/client/components/site-header';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useSignOut } from '@/client/identity/use-sign-out';
import { useMe } from '@/client/lib/session';

/**
 * The header of every admin screen, with the user, the customer and driver views, and Logout.
 *
 * @param search button that opens the search
 * @param review link to "Needs attention"
 */
export function AdminHeader({ search, review }: { search: ReactNode; review: ReactNode }) {
  const user = useMe();
  const isEmergency = useIsEmergency();
  const quiet = buttonClass({ variant: 'ghost', size: 'sm', className: 'max-sm:px-2' });
  return (
    <SiteHeader
      width="full"
      brand={
        <div className="flex w-full min-w-0 items-center gap-2 sm:flex-wrap">
          <HomeLink className="shrink-0 max-sm:w-11 max-sm:overflow-hidden sm:me-2" />
          {/* On a phone this is one row that scrolls sideways, so it doesn't push the page down. */}
          <div className="max-sm:relative max-sm:-my-1 max-sm:flex max-sm:min-w-0 max-sm:flex-1 max-sm:items-center max-sm:gap-2 max-sm:overflow-x-auto max-sm:py-1 max-sm:*:shrink-0 sm:contents">
            {search}
            {review}
            <p className="text-sm whitespace-nowrap text-muted max-sm:px-1 sm:ms-auto">
              Welcome,{' '}
              <Link to="/account" search={{ tab: 'security' }} className="link">
                {user?.fullName || user?.username || 'Admin'}
              </Link>
            </p>
            <BackLink to="/">Back to Home</BackLink>
            {isEmergency ? null : (
              <Link to="/admin/activity" className={quiet}>
                <Icon name="history" size={19} className="max-2xl:hidden" />
                Activity
              </Link>
            )}
            <Link to="/" className={quiet}>
              <Icon name="boat" size={19} className="max-2xl:hidden" />
              Customer View
            </Link>
            <Link to="/driver" className={quiet}>
              <Icon name="truck" size={19} className="max-2xl:hidden" />
              Driver View
            </Link>
            <LogoutButton />
          </div>
        </div>
      }
    />
  );
}

/** Ends the session. Asks first if something typed on the screen would be lost. */
function LogoutButton() {
  const navigate = useNavigate();
  const signOut = useSignOut(() => navigate({ to: '/admin-login', ignoreBlocker: true }));
  return (
    <Button variant="quiet" size="sm" className="max-sm:px-2" onClick={signOut}>
      <span className="flex items-center gap-1.5">
        <Icon name="logout" size={19} className="max-2xl:hidden" />
        Logout
      </span>
    </Button>
  );
}
