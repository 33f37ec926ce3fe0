import { Link } from '@tanstack/react-router';
import { Button, buttonClass, IconButton } from '@/client/components/button';
import { Skeleton } from '@/client/components/feedback/states';
import { toast } from '@/client/components/feedback/toast-store';
import { Icon } from '@/client/components/icon';
import { useSignOut } from '@/client/identity/use-sign-out';
import { useIsInBrowser } from '@/client/lib/hydration';
import { lastPerson } from '@/client/lib/page-person';
import { useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { useAccount } from './account-provider';

/** Shows the sign-in buttons, or the user's name with My Account and Logout. */
export function AccountBar() {
  const account = useAccount();
  const { isError } = trpc.auth.me.useQuery();
  const me = useMe();
  const isInBrowser = useIsInBrowser();
  const signOut = useSignOut();
  const logOut = async () => {
    if (await signOut()) toast({ title: 'Signed Out', description: 'See you at the dock.' });
  };

  if (me === undefined && !isError) {
    // The placeholder is as wide as the buttons that replace it, so that the header doesn’t wrap
    // differently.
    const width =
      isInBrowser && lastPerson() !== null ? 'min-w-52 sm:min-w-80' : 'min-w-24 sm:min-w-56';
    return <Skeleton className={`h-11 ${width}`} />;
  }
  if (!me) {
    return (
      <>
        <Button
          variant="quiet"
          size="sm"
          icon="login"
          onPointerEnter={account.preload}
          onFocus={account.preload}
          onClick={() => openDialog('login')}
        >
          Login
        </Button>
        <Button
          variant="primary"
          size="sm"
          className="max-sm:hidden"
          onPointerEnter={account.preload}
          onFocus={account.preload}
          onClick={() => openDialog('register')}
        >
          Create Account
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="line-clamp-2 max-w-22 text-end text-sm leading-tight font-medium sm:max-w-60 sm:text-base">
        Welcome, {me.fullName || me.username}
      </p>
      <Link
        to="/account"
        className={buttonClass({
          variant: 'quiet',
          size: 'sm',
          className: 'min-w-11 max-sm:px-2.5',
        })}
      >
        <Icon name="user" size={20} />
        <span className="max-sm:sr-only">My Account</span>
      </Link>
      {/* The gap makes it unlikely that a tap meant for My Account signs the person out. */}
      <span className="border-s border-edge ps-3 sm:ms-3 sm:ps-5">
        <IconButton icon="logout" label="Logout" size="sm" onClick={logOut} />
      </span>
    </>
  );

  function openDialog(view: 'login' | 'register') {
    // The promise isn't returned, because it would keep the button busy while the dialog is open.
    void account.ask({ view });
  }
}
