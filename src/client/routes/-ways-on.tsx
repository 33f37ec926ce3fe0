import { Link } from '@tanstack/react-router';
import { CallUs } from '@/client/appointment/call-us';
import { Button, buttonClass } from '@/client/components/button';
import { useAccount } from '@/client/features/customer/account/account-provider';
import { useMe } from '@/client/lib/session';

/**
 * If a person can't open a delivery, offers to sign in or to show their deliveries, and to call us.
 * @param onLoggedIn called once the person has signed in
 */
export function WaysOn({ onLoggedIn }: { onLoggedIn?: () => unknown }) {
  const account = useAccount();
  const me = useMe();
  const logIn = async () => {
    if (await account.ask({ view: 'login' })) await onLoggedIn?.();
  };
  return (
    <>
      {me ? (
        <Link to="/" className={buttonClass({ variant: 'main' })}>
          My Deliveries
        </Link>
      ) : (
        <Button variant="main" onClick={() => void logIn()}>
          Login
        </Button>
      )}
      <CallUs />
    </>
  );
}
