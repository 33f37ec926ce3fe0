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

/** Shows a delivery's balance with a Pay button. Renders nothing if there's no balance. */
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
