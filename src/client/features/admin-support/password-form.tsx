import { type FormEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { PasswordInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { PASSWORD_SENTENCES } from '@/domain/account/passwords';
import { PASSWORD_MIN } from '@/domain/account/schemas';

const BLANK = { currentPassword: '', newPassword: '', confirmPassword: '' };
type Name = keyof typeof BLANK;

/** The admin's own password; changing it ends their other sessions. */
export function PasswordForm() {
  const changing = trpc.auth.changePassword.useMutation();
  const [typed, setTyped] = useState(BLANK);
  const [error, setError] = useState<{ name: Name; message: string } | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (name: Name, title: string, description: string) => {
      toast({ variant: 'destructive', title, description });
      setError({ name, message: description });
      form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    };
    if (typed.currentPassword === '') {
      setError({ name: 'currentPassword', message: PASSWORD_SENTENCES.currentRequired });
      form.querySelector<HTMLInputElement>('[name="currentPassword"]')?.focus();
      return;
    }
    if (typed.newPassword !== typed.confirmPassword) {
      return refuse(
        'confirmPassword',
        'Password Mismatch',
        'New password and confirmation do not match.',
      );
    }
    if (typed.newPassword.length < PASSWORD_MIN) {
      return refuse(
        'newPassword',
        'Password Too Short',
        'New password must be at least 6 characters long.',
      );
    }
    try {
      const { endedSessions } = await changing.mutateAsync(typed);
      setTyped(BLANK);
      toast({
        variant: 'success',
        title: 'Password Changed',
        description:
          endedSessions > 0
            ? 'You are signed out everywhere else.'
            : 'Use the new password from now on.',
      });
    } catch (failure) {
      const { answered, reason, message } = problemOf(failure);
      const said = answered && reason !== null;
      toast({
        variant: 'destructive',
        title: 'Password Change Failed',
        description: said
          ? message
          : 'Failed to change password. Please check your current password.',
      });
    }
  };

  const field = (name: Name, label: string, autoComplete: string, hint?: string) => (
    <Field label={label} hint={hint} error={error?.name === name ? error.message : null} required>
      <PasswordInput
        name={name}
        autoComplete={autoComplete}
        value={typed[name]}
        onChange={(event) => {
          setError(null);
          setTyped({ ...typed, [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );

  return (
    <Panel tight icon="lock" title="Change Password">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {field('currentPassword', 'Current Password', 'current-password')}
        {field(
          'newPassword',
          'New Password',
          'new-password',
          `At least ${PASSWORD_MIN} characters.`,
        )}
        {field('confirmPassword', 'Confirm New Password', 'new-password')}
        <Button type="submit" busy={changing.isPending} busyText="Changing…">
          Change Password
        </Button>
      </form>
    </Panel>
  );
}
