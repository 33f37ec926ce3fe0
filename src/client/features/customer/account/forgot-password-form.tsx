import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { resetRequestSchema } from '@/domain/account/passwords';

/** Asks for a reset link; then says the same, whether or not the address is known. */
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
        {request.data.message} The link works for one hour.
      </Callout>
    );
  }
  return (
    <Form form={form}>
      <p className="text-muted">
        Enter the email of your account, and we will send you a link to choose a new password.
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
      <Button
        type="submit"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Sending..."
      >
        Send Reset Link
      </Button>
    </Form>
  );
}
