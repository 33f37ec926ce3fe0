import { type ComponentType, type ReactNode, useState } from 'react';
import type { PayBalance } from '@/client/appointment/card-outcome';
import { toast } from '@/client/components/toast-store';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import { formatDollars, NO_CENTS, toDollars } from '@/domain/money';
import type { BalanceDialogProps } from './balance-payment-dialog';

const loadDialog = () => import('./balance-payment-dialog').then((module) => module.BalanceDialog);

type Step = Omit<BalanceDialogProps, 'onEnd'> & { Dialog: ComponentType<BalanceDialogProps> };

const failed = (description: string) =>
  toast({ variant: 'destructive', title: 'Payment not opened', description });

/**
 * Pays the balance of a delivery: `payBalance` opens the dialog. Put `balanceDialog` in the screen.
 */
export function useBalancePayment(): { payBalance: PayBalance; balanceDialog: ReactNode } {
  const utils = trpc.useUtils();
  const open = trpc.booking.createBalancePayment.useMutation();
  const [step, setStep] = useState<Step | null>(null);

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
      const [payment, Dialog] = await Promise.all([
        open.mutateAsync({
          appointmentId: delivery.id,
          remainingAmount: toDollars(delivery.remainingBalanceCents),
        }),
        loadDialog().catch(() => null),
      ]);
      if (!Dialog) return void failed(UNREACHABLE);
      const deliveryText = `${formatLongDate(delivery.date)}, ${delivery.time}`;
      setStep({ appointmentId: delivery.id, deliveryText, payment, Dialog });
    } catch (error) {
      failed(problemOf(error).message);
      // The delivery was paid or changed meanwhile, so the list is fetched again.
      await refresh();
    }
  };

  const end: BalanceDialogProps['onEnd'] = (result) => {
    setStep(null);
    const amount = formatDollars(step?.payment.amountCents ?? NO_CENTS);
    if (result === 'paid') {
      toast({
        variant: 'success',
        title: 'Payment Received',
        description: `${amount} paid. Thank you.`,
      });
    }
    if (result === 'under way') {
      toast({
        title: 'Payment under way',
        description: `Your bank has not answered yet. The delivery shows when ${amount} is paid.`,
      });
    }
    void refresh();
  };

  const balanceDialog = step ? <step.Dialog {...step} onEnd={end} /> : null;
  return { payBalance, balanceDialog };
}
