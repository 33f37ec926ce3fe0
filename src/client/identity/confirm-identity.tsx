import { useEffect, useRef, useState } from 'react';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { answerQuestion } from '@/client/lib/ask-and-retry';
import { fetchedCode } from '@/client/lib/fetched-code';
import { api, type Outputs } from '@/client/lib/trpc';

const fetchDialog = fetchedCode(
  () => import('./confirm-dialog'),
  (one) => one.ConfirmDialog,
);

/** Asks staff to verify their identity before a risky call. The root renders it once. */
export function ConfirmIdentity() {
  const [begun, setBegun] = useState<Outputs['auth']['beginConfirmation'] | null>(null);
  const settle = useRef<((isDone: boolean) => void) | null>(null);
  const { Component, fetchCode } = useFetchedComponent(fetchDialog, 'Not Verified');

  useEffect(
    () =>
      answerQuestion('confirm_identity', async () => {
        if (!(await fetchCode())) return false;
        try {
          setBegun(await api.auth.beginConfirmation.mutate());
        } catch (error) {
          toastFailure('Not Verified', error, 'Nothing was changed. Try again.');
          return false;
        }
        return new Promise((resolve) => {
          settle.current = resolve;
        });
      }),
    [fetchCode],
  );

  const done = (isDone: boolean) => {
    setBegun(null);
    settle.current?.(isDone);
    settle.current = null;
  };
  // Inside a section, the dialog's header isn't a banner of the page.
  return begun && Component ? (
    <section>
      <Component begun={begun} onDone={done} />
    </section>
  ) : null;
}
