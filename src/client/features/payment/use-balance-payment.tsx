import { type ComponentType, type ReactNode, useState } from 'react';
import { toast } from '@/client/components/toast-store';
import type { PayBalance } from '@/client/lib/card-outcome';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import { formatDollars, toDollars } from '@/domain/money';
import type { BalanceDialogProps } from './balance-payment-dialog';

const loadDialog = () => import('./balance-payment-dialog').then((module) => module.BalanceDialog);

type Step = Omit<BalanceDialogProps, 'onEnd'> & { Dialog: ComponentType<BalanceDialogProps> };

const failed = (description: string) =>
  toast({ variant: 'destructive', title: 'Payment not opened', description });

/**
 * Paying what is left of a delivery: `payBalance` opens the dialog. Put `balanceDialog` in the
 * screen.
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
      const what = `${formatLongDate(delivery.date)}, ${delivery.time}`;
      setStep({ appointmentId: delivery.id, what, payment, Dialog });
    } catch (error) {
      failed(problemOf(error).message);
      // Paid or changed meanwhile: the list knows better than we did.
      await refresh();
    }
  };

  const end: BalanceDialogProps['onEnd'] = (how) => {
    setStep(null);
    const amount = formatDollars(step?.payment.amountCents ?? 0);
    if (how === 'paid') {
      toast({
        variant: 'success',
        title: 'Payment Received',
        description: `${amount} paid. Thank you.`,
      });
    }
    if (how === 'under way') {
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
