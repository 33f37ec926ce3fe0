import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { Page } from '@/client/components/page';
import { Panel } from '@/client/components/panel';
import { SiteHeader } from '@/client/components/site-header';
import { EmergencyForm } from '@/client/features/admin/emergency/emergency-form';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/emergency-admin')({ component: EmergencyPage });

function EmergencyPage() {
  usePageTitle('Emergency Admin Access');
  const navigate = useNavigate();
  return (
    <Page
      header={<SiteHeader actions={<BackLink to="/admin-login">Admin Login</BackLink>} />}
      width="narrow"
    >
      <div className="mx-auto w-full max-w-md pt-4 sm:pt-12">
        <h1 className="text-[min(1.75rem,11vw)] sm:text-4xl">Emergency Admin Access</h1>
        <p className="mt-1.5 mb-5 text-muted">
          Temporary access for when you can’t sign in. Every use is recorded.
        </p>
        <Panel>
          <EmergencyForm onEntered={() => navigate({ to: '/admin' })} />
        </Panel>
      </div>
    </Page>
  );
}
