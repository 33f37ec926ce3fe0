import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/client/components/button';
import { toastError } from '@/client/components/feedback/toast-store';
import { Icon } from '@/client/components/icon';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { useAccount } from '@/client/features/customer/account/account-provider';
import { ResetPasswordForm } from '@/client/features/customer/account/reset-password-form';
import { usePageTitle } from '@/client/lib/page-title';
import { fromAddress, textOf } from '@/client/lib/search';
import { PASSWORD_MESSAGES } from '@/domain/account/passwords';
import { CustomerPage } from './-customer-page';

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search) =>
    fromAddress({ token: textOf(search.token), staff: textOf(search.staff) }),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  usePageTitle('Reset Password');
  const { token, staff } = Route.useSearch();
  const [done, setDone] = useState(false);
  return (
    <CustomerPage width="narrow">
      {done ? (
        <Outcome title="Password Reset Complete" icon="check-circle">
          Your password was changed, and you were signed out everywhere.
        </Outcome>
      ) : token ? (
        <>
          <PageHeader title="Reset Password" />
          <Panel>
            <ResetPasswordForm
              token={token}
              isStaff={staff !== undefined}
              onDone={() => setDone(true)}
            />
          </Panel>
        </>
      ) : (
        <InvalidLink />
      )}
    </CustomerPage>
  );
}

function InvalidLink() {
  useEffect(() => {
    toastError('Invalid Token', PASSWORD_MESSAGES.tokenMissing);
  }, []);
  return (
    <Outcome title="Invalid Reset Link" icon="warning">
      {PASSWORD_MESSAGES.tokenInvalid}
    </Outcome>
  );
}

type OutcomeProps = { title: string; icon: 'check-circle' | 'warning'; children: ReactNode };

/** Shows the result with a button that opens the sign-in. */
function Outcome({ title, icon, children }: OutcomeProps) {
  const account = useAccount();
  const navigate = useNavigate();
  return (
    <section className="flex flex-col items-center gap-4 py-12 text-center">
      <Icon name={icon} size={44} className="text-primary" />
      <h1 className="text-[min(1.875rem,11vw)]">{title}</h1>
      <p className="max-w-prose text-muted">{children}</p>
      <Button
        variant="main"
        onClick={() => {
          // The promise isn't returned, because it would keep the button busy while the dialog is
          // open.
          void account.ask({ view: 'login' }).then((answer) => answer && navigate({ to: '/' }));
        }}
      >
        Go to Login
      </Button>
    </section>
  );
}
