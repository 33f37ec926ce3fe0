import { useEffect, useRef, useState } from 'react';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { answerQuestion } from '@/client/lib/ask-and-retry';
import { fetchedCode } from '@/client/lib/fetched-code';

const fetchDialog = fetchedCode(
  () => import('./prove-phone-dialog'),
  (one) => one.ProvePhoneDialog,
);

/**
 * Asks for the phone number's last digits if a link alone isn't enough. The root renders it once.
 */
export function ProvePhone() {
  const [appointmentId, setAppointmentId] = useState<string | null>(null);
  const settle = useRef<((isDone: boolean) => void) | null>(null);
  const { Component, fetchCode } = useFetchedComponent(fetchDialog, 'Phone Number Not Confirmed');

  useEffect(
    () =>
      answerQuestion('prove_phone', async ({ details }) => {
        if (typeof details?.appointmentId !== 'string') return false;
        if (!(await fetchCode())) return false;
        setAppointmentId(details.appointmentId);
        return new Promise((resolve) => {
          settle.current = resolve;
        });
      }),
    [fetchCode],
  );

  const done = (isDone: boolean) => {
    setAppointmentId(null);
    settle.current?.(isDone);
    settle.current = null;
  };
  // The dialog is inside a section, so that screen readers don't take its header for the page's
  // banner.
  return appointmentId && Component ? (
    <section>
      <Component appointmentId={appointmentId} onDone={done} />
    </section>
  ) : null;
}
