import { createFileRoute, Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { usePageTitle } from '@/client/lib/page-title';
import { problemOf } from '@/client/lib/problem';
import { fromAddress, textOf } from '@/client/lib/search';
import { trpc } from '@/client/lib/trpc';
import { EMAIL_MESSAGES } from '@/domain/account/email-address';
import { CustomerPage } from './-customer-page';

export const Route = createFileRoute('/confirm-email')({
  validateSearch: (search) => fromAddress({ token: textOf(search.token) }),
  component: ConfirmEmailPage,
});

/** Verifies an email address. It takes a press, because programs open links without one. */
function ConfirmEmailPage() {
  usePageTitle('Verify Email');
  const { token } = Route.useSearch();
  const utils = trpc.useUtils();
  const proof = trpc.auth.proveEmail.useMutation({
    onSuccess: () => void utils.auth.me.invalidate(),
  });
  const home = (
    <Link to="/" className={buttonClass({ variant: 'quiet' })}>
      Go to Home Page
    </Link>
  );
  return (
    <CustomerPage width="narrow">
      <PageHeader title="Verify your email" />
      <Panel>
        {proof.isSuccess ? (
          <>
            <Callout tone="success" live>
              {proof.data.message}
            </Callout>
            <p className="mt-4">{home}</p>
          </>
        ) : !token || (proof.isError && problemOf(proof.error).reason !== null) ? (
          <>
            <Callout tone="error" live>
              {proof.isError ? problemOf(proof.error).message : EMAIL_MESSAGES.proofInvalid}
            </Callout>
            <p className="mt-4">{home}</p>
          </>
        ) : (
          <>
            <p className="mb-4 text-muted">Verify that this email address is yours.</p>
            {proof.isError ? (
              <Callout tone="error" live className="mb-4">
                {problemOf(proof.error).message}
              </Callout>
            ) : null}
            <Button
              variant="main"
              size="lg"
              block
              busy={proof.isPending}
              busyText="Verifying…"
              onClick={() => proof.mutate({ token })}
            >
              Verify My Email
            </Button>
          </>
        )}
      </Panel>
    </CustomerPage>
  );
}
