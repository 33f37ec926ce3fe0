import { type ReactNode, useState } from 'react';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';

const fetchReceipt = fetchedCode(
  () => import('./receipt-dialog'),
  (one) => one.ReceiptDialog,
);

/** Opens a delivery's receipt. The screen renders `receiptDialog`. */
export function useReceipt(): {
  showReceipt: (delivery: { id: string }) => Promise<void>;
  receiptDialog: ReactNode;
} {
  const { Component, fetchCode } = useFetchedComponent(fetchReceipt, 'Receipt Not Opened');
  const [id, setId] = useState<string | null>(null);
  const showReceipt = async (delivery: { id: string }) => {
    if (await fetchCode()) setId(delivery.id);
  };
  const receiptDialog = id && Component ? <Component id={id} onClose={() => setId(null)} /> : null;
  return { showReceipt, receiptDialog };
}
