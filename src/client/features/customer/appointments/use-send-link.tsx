import { type ReactNode, useState } from 'react';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';

const fetchDialog = fetchedCode(
  () => import('./send-link-dialog'),
  (one) => one.SendLinkDialog,
);

/** Emails a guest the delivery link. `send` opens a dialog that asks for the address. */
export function useSendLink(appointmentId: string): { send: () => void; sendDialog: ReactNode } {
  const { Component, fetchCode } = useFetchedComponent(fetchDialog, 'Form Not Opened');
  const [isOpen, setIsOpen] = useState(false);
  const send = () => void fetchCode().then((isThere) => setIsOpen(isThere));
  const sendDialog =
    isOpen && Component ? (
      <Component appointmentId={appointmentId} onClose={() => setIsOpen(false)} />
    ) : null;
  return { send, sendDialog };
}
