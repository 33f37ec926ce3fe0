import type { PaymentTextFacts } from '@/client/appointment/payment-text';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { Money } from '@/client/components/money';
import { formatDollars } from '@/domain/money';
import { canPayBalance } from '@/domain/payment/charge';

type BalanceDueProps = {
  appointment: PaymentTextFacts;
  onPay: () => unknown;
  className?: string;
};

/** What is still to be paid of a delivery, with the button that pays it; nothing while there is none. */
export function BalanceDue({ appointment, onPay, className }: BalanceDueProps) {
  if (!canPayBalance(appointment)) return null;
  return (
    <Callout
      tone="warn"
      className={className}
      action={
        <Button size="sm" variant="main" onClick={onPay}>
          Pay
        </Button>
      }
    >
      Balance due <Money>{formatDollars(appointment.remainingBalanceCents)}</Money>
    </Callout>
  );
}
