import { type ReactNode, useRef, useState } from 'react';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import { problemOf } from '@/client/lib/problem';
import type { Me } from '@/client/lib/session';
import type { FactorRequest } from '@/domain/account/second-factor';

const fetchDialog = fetchedCode(
  () => import('./second-factor-dialog'),
  (one) => one.SecondFactorDialog,
);

/**
 * Runs a sign-in with its second step: `const user = await complete(() =>
 * login.mutateAsync(typed))`. The screen renders `secondFactorDialog` outside the form. `complete`
 * resolves to null if the person leaves the second step, and throws the first step's errors.
 */
export function useSecondFactor(): {
  complete: <User>(signIn: () => Promise<User>) => Promise<User | Me | null>;
  secondFactorDialog: ReactNode;
} {
  const [request, setRequest] = useState<FactorRequest | null>(null);
  const settle = useRef<((user: Me | null) => void) | null>(null);
  const { Component, fetchCode } = useFetchedComponent(fetchDialog, 'Login Failed');

  const complete = async <User,>(signIn: () => Promise<User>): Promise<User | Me | null> => {
    try {
      return await signIn();
    } catch (error) {
      const { reason, details } = problemOf(error);
      if (reason !== 'second_factor') throw error;
      if (!(await fetchCode())) return null;
      setRequest(details as FactorRequest);
      return new Promise((resolve) => {
        settle.current = resolve;
      });
    }
  };

  const done = (user: Me | null) => {
    setRequest(null);
    settle.current?.(user);
    settle.current = null;
  };

  const secondFactorDialog =
    request && Component ? <Component request={request} onDone={done} /> : null;
  return { complete, secondFactorDialog };
}
