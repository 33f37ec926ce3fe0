import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { SiteHeader, Wordmark } from '@/client/components/site-header';
import { toast } from '@/client/components/toast-store';
import { trpc } from '@/client/lib/trpc';

/** The bar of the dashboard: the way home, who is signed in, the other views, and Logout. */
export function AdminHeader() {
  const { data: user } = trpc.auth.me.useQuery();
  const quiet = buttonClass({ variant: 'ghost', size: 'sm' });
  return (
    <SiteHeader
      width="full"
      brand={
        <Link to="/" className="rounded-field" aria-label="Dockside home">
          <Wordmark />
        </Link>
      }
      tagline={<>Welcome, {user?.fullName || user?.username || 'Admin'}</>}
      actions={
        <>
          <Link to="/" className={quiet}>
            <Icon name="boat" size={19} />
            Customer View
          </Link>
          <Link to="/driver" className={quiet}>
            <Icon name="truck" size={19} />
            Driver View
          </Link>
          <LogoutButton />
        </>
      }
    />
  );
}

function LogoutButton() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const logout = trpc.auth.logout.useMutation({
    onSuccess: async () => {
      await navigate({ to: '/admin-login' });
      // After the screen is gone, or its queries would ask again and be refused.
      queryClient.clear();
    },
    onError: () =>
      toast({
        variant: 'destructive',
        title: 'Logout Error',
        description: 'Failed to logout. Please try again.',
      }),
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      icon="logout"
      busy={logout.isPending}
      onClick={() => logout.mutate()}
    >
      Logout
    </Button>
  );
}
