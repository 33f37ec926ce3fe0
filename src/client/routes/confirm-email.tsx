import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, buttonClass } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { PasswordInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { usePageTitle } from '@/client/lib/page-title';
import { problemOf } from '@/client/lib/problem';
import { fromAddress, textOf } from '@/client/lib/search';
import { trpc } from '@/client/lib/trpc';
import {
  EMAIL_MESSAGES,
  type EmailProofInput,
  emailProofSchema,
} from '@/domain/account/email-address';
import { CustomerPage } from './-customer-page';

export const Route = createFileRoute('/confirm-email')({
  validateSearch: (search) => fromAddress({ token: textOf(search.token) }),
  component: ConfirmEmailPage,
});

/**
 * Verifies an email address. It requires a press, because some programs open links automatically. If
 * our office entered the address, it also requires the password.
 */
function ConfirmEmailPage() {
  usePageTitle('Verify Email');
  const { token } = Route.useSearch();
  const utils = trpc.useUtils();
  /** The address that our office entered, once the server has asked for the password. */
  const [officeEmail, setOfficeEmail] = useState<string | null>(null);
  const proof = trpc.auth.proveEmail.useMutation({
    onSuccess: () => void utils.auth.me.invalidate(),
    onError(error) {
      const { reason, details } = problemOf(error);
      if (reason === 'password_required') setOfficeEmail(String(details?.email));
    },
  });
  const problem = proof.isError ? problemOf(proof.error) : null;
  const canTryAgain =
    problem?.reason == null ||
    problem.field === 'currentPassword' ||
    problem.reason === 'rate_limited';
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
        ) : !token || !canTryAgain ? (
          <>
            <Callout tone="error" live>
              {problem?.message ?? EMAIL_MESSAGES.proofInvalid}
            </Callout>
            <p className="mt-4">{home}</p>
          </>
        ) : officeEmail !== null ? (
          <OfficeEmailForm token={token} email={officeEmail} send={proof.mutateAsync} />
        ) : (
          <>
            <p className="mb-4 text-muted">Verify that this email address is yours.</p>
            {problem && problem.field !== 'currentPassword' ? (
              <Callout tone="error" live className="mb-4">
                {problem.message}
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

type OfficeEmailFormProps = {
  token: string;
  email: string;
  send: (input: EmailProofInput) => Promise<unknown>;
};

/** Names the address that our office entered, and asks for the password. */
function OfficeEmailForm({ token, email, send }: OfficeEmailFormProps) {
  const form = useZodForm(emailProofSchema, {
    defaultValues: { token, currentPassword: '' },
    send,
  });
  const { setFocus } = form;
  // The pressed button is gone, and its focus with it.
  useEffect(() => setFocus('currentPassword'), [setFocus]);
  return (
    <Form form={form}>
      <Callout tone="warn" live className="wrap-anywhere">
        Our office entered <strong>{email}</strong> as your email address. You’ll sign in and reset
        your password with it. Only continue if it’s yours.
      </Callout>
      <Field label="Current Password" error={form.errors.currentPassword?.message} required>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        variant="main"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Verifying…"
      >
        Verify My Email
      </Button>
    </Form>
  );
}
