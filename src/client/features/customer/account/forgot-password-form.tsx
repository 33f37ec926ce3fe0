import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { resetRequestSchema } from '@/domain/account/passwords';

/** Requests a reset link. The answer is the same whether or not an account has the address. */
export function ForgotPasswordForm() {
  const request = trpc.auth.requestPasswordReset.useMutation();
  const form = useZodForm(resetRequestSchema, {
    defaultValues: { email: '' },
    send: async (typed) => {
      const { message } = await request.mutateAsync(typed);
      toastSuccess('Reset Link Sent', message);
    },
    onFailed: ({ message }) => toastError('Error', message),
  });

  if (request.data) {
    return (
      <Callout tone="success" title="Check your email" live>
        {request.data.message} The link expires in 1 hour.
      </Callout>
    );
  }
  return (
    <Form form={form}>
      <p className="text-muted">
        Enter your account email. We’ll send you a link to set a new password.
      </p>
      <Field label="Email" error={form.errors.email?.message} required>
        <TextInput
          {...form.register('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          icon="mail"
        />
      </Field>
      <Button type="submit" size="lg" block busy={form.formState.isSubmitting} busyText="Sending…">
        Send Reset Link
      </Button>
    </Form>
  );
}
