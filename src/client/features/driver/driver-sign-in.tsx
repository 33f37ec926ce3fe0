import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { PasswordInput, TextInput } from '@/client/components/text-input';
import { problemOf } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { loginSchema } from '@/domain/account/schemas';
import { keptActions } from './outbox/storage';

/** Asks who drives. `otherUser` is the name of somebody signed in who does not. */
export function DriverSignIn({ otherUser }: { otherUser: string | null }) {
  const switchUser = useSwitchUser();
  const login = trpc.auth.login.useMutation();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const signIn = handleSubmit(async (credentials) => {
    try {
      switchUser(await login.mutateAsync(credentials));
    } catch (error) {
      setError('root', { message: problemOf(error).message });
    }
  });

  return (
    <div className="mx-auto w-full max-w-md pt-4 sm:pt-10">
      <h1 className="text-[1.75rem] sm:text-4xl">Driver sign-in</h1>
      <p className="mt-1.5 mb-5 text-muted">Sign in to see today's deliveries.</p>
      {otherUser === null ? null : (
        <Callout tone="warn" className="mb-4">
          You are signed in as {otherUser}. That account has no deliveries to make.
        </Callout>
      )}
      <Unsent />
      <Panel>
        <form noValidate onSubmit={signIn} className="flex flex-col gap-4">
          <div role="alert" className="empty:-mb-4">
            {errors.root ? <Callout tone="error">{errors.root.message}</Callout> : null}
          </div>
          <Field label="Username" error={errors.username?.message} required>
            <TextInput
              {...register('username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              icon="user"
              className="h-14"
            />
          </Field>
          <Field label="Password" error={errors.password?.message} required>
            <PasswordInput
              {...register('password')}
              autoComplete="current-password"
              className="h-14"
            />
          </Field>
          <Button type="submit" variant="main" size="lg" block busy={isSubmitting}>
            Sign In
          </Button>
        </form>
      </Panel>
    </div>
  );
}

/** A session can end while work waits for signal: whoever did it signs in again to send it. */
function Unsent() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    keptActions()
      .then((kept) => setCount(kept.length))
      .catch(() => {});
  }, []);
  if (count === 0) return null;
  return (
    <Callout tone="warn" icon="offline" className="mb-4">
      {count} {count === 1 ? 'action waits' : 'actions wait'} on this device. Sign in again to send{' '}
      {count === 1 ? 'it' : 'them'}.
    </Callout>
  );
}
