import { useEffect, useRef, useState } from 'react';
import { toastFailure, toastNotFetched } from '@/client/components/toast-failure';
import { useLoadedCode } from '@/client/lib/loaded-code';
import { answerQuestion } from '@/client/lib/questions';
import { api, type Outputs } from '@/client/lib/trpc';

const loadDialog = () => import('./confirm-dialog').then((one) => one.ConfirmDialog);

/** Stands once above all screens, and asks who is there when a dangerous call wants it known again. */
export function ConfirmIdentity() {
  const [begun, setBegun] = useState<Outputs['auth']['beginConfirmation'] | null>(null);
  const settle = useRef<((isDone: boolean) => void) | null>(null);
  const { Component, fetchCode } = useLoadedCode(loadDialog);

  useEffect(
    () =>
      answerQuestion('confirm_identity', async () => {
        if (!(await fetchCode())) {
          toastNotFetched('Not confirmed');
          return false;
        }
        try {
          setBegun(await api.auth.beginConfirmation.mutate());
        } catch (error) {
          toastFailure('Not confirmed', error, 'Please try again.');
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
  // Within a section the header of the dialog is none of the page.
  return begun && Component ? (
    <section>
      <Component begun={begun} onDone={done} />
    </section>
  ) : null;
}
