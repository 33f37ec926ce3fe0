import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { Field } from '@/client/components/field';
import { TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { resetRequestSchema } from '@/domain/account/passwords';

/** Asks for a reset link; then says the same, whether or not the address is known. */
export function ForgotPasswordForm() {
  const request = trpc.auth.requestPasswordReset.useMutation();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetRequestSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const { message } = await request.mutateAsync(values);
      toast({ variant: 'success', title: 'Reset Link Sent', description: message });
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: problemOf(error).message });
    }
  });

  if (request.data) {
    return (
      <Callout tone="success" title="Check your email" live>
        {request.data.message} The link works for one hour.
      </Callout>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">
        Enter the email of your account, and we will send you a link to choose a new password.
      </p>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput
          {...register('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          icon="mail"
        />
      </Field>
      <Button type="submit" size="lg" block busy={isSubmitting} busyText="Sending...">
        Send Reset Link
      </Button>
    </form>
  );
}
