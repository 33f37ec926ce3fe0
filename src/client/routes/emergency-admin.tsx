import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { Page } from '@/client/components/page';
import { Panel } from '@/client/components/panel';
import { SiteHeader, Wordmark } from '@/client/components/site-header';
import { EmergencyForm } from '@/client/features/admin-emergency/emergency-form';
import { usePageTitle } from '@/client/lib/page-title';

export const Route = createFileRoute('/emergency-admin')({ component: EmergencyPage });

function EmergencyPage() {
  usePageTitle('Emergency Admin Access');
  const navigate = useNavigate();
  const header = (
    <SiteHeader
      brand={
        <Link to="/" className="rounded-field" aria-label="Dockside home">
          <Wordmark />
        </Link>
      }
      actions={
        <Link to="/admin-login" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          <Icon name="arrow-left" size={19} />
          Admin Login
        </Link>
      }
    />
  );
  return (
    <Page header={header} width="narrow">
      <div className="mx-auto w-full max-w-md pt-4 sm:pt-12">
        <h1 className="text-[1.75rem] sm:text-4xl">Emergency Admin Access</h1>
        <p className="mt-1.5 mb-5 text-muted">
          A temporary way in when signing in does not work. Every use is recorded.
        </p>
        <Panel>
          <EmergencyForm onEntered={() => navigate({ to: '/admin' })} />
        </Panel>
      </div>
    </Page>
  );
}
