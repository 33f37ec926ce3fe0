import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Dialog } from '@/client/components/dialog/dialog';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { HomeLink } from '@/client/components/site-header';
import { endPush, onPushPressed } from '@/client/identity/push-browser';
import { PushSettings } from '@/client/identity/push-settings';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useMay } from '@/client/identity/use-may';
import { useSignOut } from '@/client/identity/use-sign-out';
import { useMe } from '@/client/lib/session';
import { MAIN_PAGES, type PageAddress, pageAt } from './main-pages';

type AdminHeaderProps = {
  /** The button that opens the search, or null without access to it. */
  search: ReactNode;
  /** The link to "Needs attention", or null without access to it. */
  review: ReactNode;
  /** The button that books for a caller, or null without access to it. */
  book: ReactNode;
};

/** The bar of every admin screen. Rarely needed links are in the menu that the person's name opens. */
export function AdminHeader({ search, review, book }: AdminHeaderProps) {
  return (
    <header data-staff className="no-print border-b border-edge/70 bg-base-100">
      <div className="mx-auto flex w-full max-w-[96rem] flex-wrap items-center gap-x-1 px-4 py-1 sm:gap-x-2 sm:px-6 desk:py-0.5">
        <HomeLink className="me-1 w-11 shrink-0 sm:w-9 overflow-hidden whitespace-nowrap *:max-w-full desk:min-h-10 2xl:w-auto 2xl:max-w-72" />
        <MainPages />
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-1 sm:gap-x-2 desk:[&_.btn]:min-h-10">
          {search}
          {review}
          {book}
          <PersonMenu />
        </div>
      </div>
    </header>
  );
}

function MainPages() {
  const isEmergency = useIsEmergency();
  const may = useMay();
  const at = useRouterState({ select: ({ location }) => pageAt(location as PageAddress) });
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = at && row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - 48;
  }, [at]);
  return (
    <nav
      ref={row}
      aria-label="Main pages"
      className="relative flex min-w-0 overflow-x-auto max-desk:order-last max-desk:w-full sm:gap-1"
    >
      {MAIN_PAGES.filter((page) => may(page.area) && (page.isForEmergency || !isEmergency)).map(
        ({ name, to, search }) => (
          <Link
            key={name}
            to={to}
            search={search}
            // Several pages have the same path, so the router can't decide which one is current.
            activeProps={{ 'aria-current': undefined }}
            aria-current={name === at ? 'page' : undefined}
            className={classNames(
              'flex min-h-11 min-w-11 shrink-0 desk:min-h-10 items-center justify-center border-b-3 px-1.5 text-sm font-semibold whitespace-nowrap sm:px-2.5 sm:text-[0.95rem]',
              name === at
                ? 'border-accent text-primary'
                : 'border-transparent text-muted hover:text-base-content',
            )}
          >
            {name}
          </Link>
        ),
      )}
    </nav>
  );
}

const ITEM = buttonClass({
  variant: 'ghost',
  size: 'sm',
  className: 'w-full justify-start',
});

/** The person's name, which opens the other screens and Logout. */
function PersonMenu() {
  const user = useMe();
  const isEmergency = useIsEmergency();
  const may = useMay();
  const menu = useRef<HTMLDetailsElement>(null);
  const [hasNotifications, setHasNotifications] = useState(false);
  const navigate = useNavigate();
  useEffect(
    () => onPushPressed(({ pathname, search }) => void navigate({ href: `${pathname}${search}` })),
    [navigate],
  );
  const href = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [href]);
  useClosedFromOutside(menu);
  const showNotifications = () => {
    const details = menu.current;
    // The dialog returns the focus to where it was, and a button in a closed menu couldn't get it.
    details?.querySelector('summary')?.focus();
    if (details) details.open = false;
    setHasNotifications(true);
  };
  return (
    <>
      <details ref={menu} className="group relative">
        <summary
          className={buttonClass({
            variant: 'ghost',
            size: 'sm',
            className: 'min-w-11 list-none px-2 font-normal',
          })}
        >
          <Icon name="user" size={20} className="sm:hidden" />
          <span className="whitespace-nowrap max-sm:sr-only">
            Welcome, {user?.fullName || user?.username || 'Admin'}
          </span>
          <Icon name="chevron-down" size={18} className="max-sm:hidden group-open:rotate-180" />
        </summary>
        <div className="absolute end-0 z-30 mt-1 flex w-56 max-w-[85vw] flex-col rounded-box border border-edge bg-base-100 p-1.5 shadow-far">
          <Link to="/account" search={{ tab: 'security' }} className={ITEM}>
            <Icon name={OTHER_ICONS.lock} size={18} />
            My Account
          </Link>
          {isEmergency || !may('business') ? null : (
            <>
              <Link to="/admin/activity" className={ITEM}>
                <Icon name="history" size={18} />
                Activity
              </Link>
              <Link to="/admin/team" className={ITEM}>
                <Icon name={OTHER_ICONS.users} size={18} />
                Team and Access
              </Link>
            </>
          )}
          <Link to="/" className={ITEM}>
            <Icon name="arrow-left" size={18} />
            Back to Home
          </Link>
          <Link to="/" className={ITEM}>
            <Icon name="boat" size={18} />
            Customer View
          </Link>
          {may('deliveries') && !isEmergency ? (
            <Button
              variant="ghost"
              size="sm"
              icon={OTHER_ICONS.bell}
              className="w-full justify-start"
              onClick={showNotifications}
            >
              Notifications
            </Button>
          ) : null}
          {may('deliveries') ? (
            <Link to="/driver" className={ITEM}>
              <Icon name="truck" size={18} />
              Driver View
            </Link>
          ) : null}
          <LogoutButton />
        </div>
      </details>
      <Dialog
        open={hasNotifications}
        onClose={() => setHasNotifications(false)}
        title="Notifications"
      >
        <PushSettings
          scope="/admin"
          about="We’ll notify this browser when something needs attention or a customer replies."
        />
      </Dialog>
    </>
  );
}

/** Closes the menu on Escape, or on a press outside of it. */
function useClosedFromOutside(menu: { current: HTMLDetailsElement | null }) {
  useEffect(() => {
    const close = (event: Event) => {
      const open = menu.current;
      if (!open?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        // If the menu opened a dialog, that dialog closes first.
        if (document.querySelector('dialog[open]')) return;
        open.querySelector('summary')?.focus();
      } else if (event.target instanceof Element) {
        // Logout may ask a question in a dialog, which returns the focus to it afterward. So the
        // menu stays open.
        if (open.contains(event.target) || event.target.closest('dialog')) return;
      }
      open.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [menu]);
}

/** Ends the session. Asks first if something typed on the screen would be lost. */
function LogoutButton() {
  const navigate = useNavigate();
  const signOut = useSignOut(() => {
    void endPush();
    return navigate({ to: '/admin-login', ignoreBlocker: true });
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      icon="logout"
      className="w-full justify-start"
      onClick={signOut}
    >
      Logout
    </Button>
  );
}
