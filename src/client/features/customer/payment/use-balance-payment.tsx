import { type ReactNode, useState } from 'react';
import type { PayBalance } from '@/client/appointment/card-outcome';
import { When } from '@/client/appointment/when';
import { toast, toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, NO_CENTS, toDollars } from '@/domain/money';
import type { BalanceDialogProps } from './balance-payment-dialog';

const fetchDialog = fetchedCode(
  () => import('./balance-payment-dialog'),
  (one) => one.BalanceDialog,
);

const NOT_OPENED = 'Payment Not Opened';

/**
 * Pays a delivery's balance. `payBalance` opens the dialog, and the screen renders `balanceDialog`.
 */
export function useBalancePayment(): { payBalance: PayBalance; balanceDialog: ReactNode } {
  const utils = trpc.useUtils();
  const open = trpc.booking.createBalancePayment.useMutation();
  const { Component, fetchCode } = useFetchedComponent(fetchDialog, NOT_OPENED);
  const [step, setStep] = useState<Omit<BalanceDialogProps, 'onEnd'> | null>(null);

  const refresh = async () => {
    await Promise.all([
      utils.booking.get.invalidate(),
      utils.booking.list.invalidate(),
      utils.booking.history.invalidate(),
      utils.booking.recentCompleted.invalidate(),
    ]);
  };

  const payBalance: PayBalance = async (delivery) => {
    try {
      const [payment, isLoaded] = await Promise.all([
        open.mutateAsync({
          appointmentId: delivery.id,
          remainingAmount: toDollars(delivery.remainingBalanceCents),
        }),
        fetchCode(),
      ]);
      if (!isLoaded) return;
      const deliveryText = <When {...delivery} />;
      setStep({ appointmentId: delivery.id, deliveryText, payment });
    } catch (error) {
      const { message } = problemOf(error);
      toastError(NOT_OPENED, message);
      // Someone paid or changed the delivery, so we fetch the list again.
      await refresh();
    }
  };

  const end: BalanceDialogProps['onEnd'] = (result) => {
    setStep(null);
    const amount = formatDollars(step?.payment.amountCents ?? NO_CENTS);
    if (result === 'paid') {
      toastSuccess('Payment Received', `${amount} paid. Thank you.`);
    }
    if (result === 'under way') {
      toast({
        title: 'Payment Processing',
        description: `Your bank hasn’t confirmed the ${amount} payment yet. We’ll mark this delivery as paid when it does.`,
      });
    }
    void refresh();
  };

  const balanceDialog = step && Component ? <Component {...step} onEnd={end} /> : null;
  return { payBalance, balanceDialog };
}
