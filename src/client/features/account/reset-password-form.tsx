import { type FormEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { PasswordInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { PASSWORD_MIN } from '@/domain/account/schemas';

type Name = 'newPassword' | 'confirmPassword';

/** A new password for whoever holds the token of a reset link (customer section 5). */
export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const reset = trpc.auth.resetPassword.useMutation();
  const [typed, setTyped] = useState<Record<Name, string>>({
    newPassword: '',
    confirmPassword: '',
  });
  const [refused, setRefused] = useState<{ name: Name; message: string } | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (name: Name, title: string, message: string) => {
      toast({ variant: 'destructive', title, description: message });
      setRefused({ name, message });
      form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    };
    if (typed.newPassword.length < PASSWORD_MIN) {
      const sentence = 'Password must be at least 6 characters long.';
      return refuse('newPassword', 'Password Too Short', sentence);
    }
    if (typed.newPassword !== typed.confirmPassword) {
      const sentence = 'Please make sure both passwords match.';
      return refuse('confirmPassword', "Passwords Don't Match", sentence);
    }
    try {
      await reset.mutateAsync({ token, newPassword: typed.newPassword });
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Reset Failed',
        description: problemOf(error).message,
      });
      return;
    }
    toast({
      variant: 'success',
      title: 'Password Reset Successful',
      description: 'You can sign in with your new password now.',
    });
    onDone();
  };

  const field = (name: Name, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      error={refused?.name === name ? refused.message : null}
      required
    >
      <PasswordInput
        name={name}
        autoComplete="new-password"
        value={typed[name]}
        onChange={(event) => {
          setRefused(null);
          setTyped({ ...typed, [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {field('newPassword', 'New Password', 'Password must be at least 6 characters long')}
      {field('confirmPassword', 'Confirm Password')}
      <Button
        type="submit"
        variant="main"
        size="lg"
        block
        busy={reset.isPending}
        busyText="Resetting..."
      >
        Reset Password
      </Button>
    </form>
  );
}
