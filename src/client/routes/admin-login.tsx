import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { Page } from '@/client/components/page';
import { Panel } from '@/client/components/panel';
import { SiteHeader } from '@/client/components/site-header';
import { EmergencyLink } from '@/client/features/admin/emergency/emergency-link';
import { AdminLoginForm } from '@/client/features/admin/login/admin-login-form';
import { usePageTitle } from '@/client/lib/page-title';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The admin sign-in returns to this address, which was opened without a session. */
    openedFrom?: string;
  }
}

export const Route = createFileRoute('/admin-login')({ component: AdminLoginPage });

function AdminLoginPage() {
  usePageTitle('Admin Login');
  const { history } = useRouter();
  const { openedFrom = '/admin' } = useLocation().state;
  return (
    <Page header={<SiteHeader actions={<BackLink to="/">Back to Home</BackLink>} />} width="narrow">
      <div className="mx-auto w-full max-w-md pt-4 sm:pt-12">
        <h1 className="text-[min(1.75rem,11vw)] sm:text-4xl">Admin Login</h1>
        <p className="mt-1.5 mb-5 text-muted">For staff only.</p>
        <Panel>
          <AdminLoginForm onEntered={() => history.push(openedFrom)} />
        </Panel>
        <EmergencyLink />
      </div>
    </Page>
  );
}
