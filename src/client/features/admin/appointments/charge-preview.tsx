import { PriceLines } from '@/client/appointment/price-lines';
import { Money } from '@/client/components/money';
import { formatDollars } from '@/domain/money';
import { expiryText } from '@/domain/payment/card';
import type { Appointment } from './appointment';
import { deliveryOf, type TypedDelivery, useConfirmAbove } from './typed-delivery';

type ChargePreviewProps = { appointment: Appointment; typed: TypedDelivery };

/** The total that completing will charge, by the rule the server charges with. */
export function ChargePreview({ appointment, typed }: ChargePreviewProps) {
  const { unitPriceCents, testMode } = appointment;
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
        order={order && { ...order, unitPriceCents }}
        testMode={testMode}
      />
      {appointment.testMode || appointment.cardSaved ? null : (
        <p className="mt-3 font-medium text-error">
          No card is saved: the delivery is recorded, and the amount stays to be paid.
        </p>
      )}
    </section>
  );
}

function chargeTitle({ testMode, cardSaved, cardLast4, ...of }: Appointment): string {
  if (testMode) return 'Total (test booking, nothing is charged)';
  if (!cardSaved) return 'Total to be paid';
  if (!cardLast4) return 'Charged to the saved card';
  const expiry = expiryText({ expMonth: of.cardExpMonth, expYear: of.cardExpYear });
  return `Charged to card •••• ${cardLast4}${expiry ? `, expires ${expiry}` : ''}`;
}
