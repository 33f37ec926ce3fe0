import { PriceLines } from '@/client/appointment/price-lines';
import { Money } from '@/client/components/money';
import { formatDollars } from '@/domain/money';
import { expiryText } from '@/domain/payment/card';
import { type Appointment, isOnAccount } from './appointment';
import { deliveryOf, type TypedDelivery, useConfirmAbove } from './typed-delivery';

type ChargePreviewProps = { appointment: Appointment; typed: TypedDelivery };

/** The total that completing the delivery will charge, by the server's rule. */
export function ChargePreview({ appointment, typed }: ChargePreviewProps) {
  const { unitPriceCents, testMode, discount } = appointment;
  const { order = null, price = null } = deliveryOf(appointment, typed, useConfirmAbove()) ?? {};
  return (
    <section aria-label="Total to charge" className="rounded-field bg-base-200 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-base">{chargeTitle(appointment)}</h3>
        <Money size="xl" live className="!text-3xl">
          {price ? formatDollars(price.totalCents) : '–'}
        </Money>
      </div>
      <PriceLines
        className="mt-3 text-[0.95rem]"
        quote={price}
        order={order && { ...order, unitPriceCents, discount }}
        testMode={testMode}
      />
      {appointment.testMode || appointment.cardSaved || isOnAccount(appointment) ? null : (
        <p className="mt-3 font-medium text-error">
          No card is saved. The delivery will be recorded, and the customer will owe this amount.
        </p>
      )}
    </section>
  );
}

function chargeTitle(appointment: Appointment): string {
  const { testMode, cardSaved, cardLast4, ...of } = appointment;
  if (testMode) return 'Total (test order, not charged)';
  if (isOnAccount(appointment)) return 'Bill to the house account';
  if (!cardSaved) return 'Balance due';
  if (!cardLast4) return 'Charge to the saved card';
  const expiry = expiryText({ expMonth: of.cardExpMonth, expYear: of.cardExpYear });
  return `Charge to card •••• ${cardLast4}${expiry ? `, expires ${expiry}` : ''}`;
}
