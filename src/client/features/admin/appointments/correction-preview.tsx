import { Money } from '@/client/components/money';
import type { Outputs } from '@/client/lib/trpc';
import { type Cents, formatDollars } from '@/domain/money';
import {
  asksToPay,
  changeOf,
  claimedOf,
  correctionPlan,
  correctionTexts,
} from '@/domain/payment/correction';
import type { Appointment } from './appointment';

type CorrectionPreviewProps = {
  appointment: Appointment;
  charges: Outputs['admin']['charges'];
  /** The new total; null while a figure is invalid. */
  totalCents: Cents | null;
};

/** The old and the new total, and the refunds and charges by the server's rule. */
export function CorrectionPreview({ appointment, charges, totalCents }: CorrectionPreviewProps) {
  const { cardSaved, messagesTo } = appointment;
  const plan =
    totalCents === null
      ? null
      : correctionPlan(charges, changeOf(charges, totalCents), { hasCard: cardSaved });
  return (
    <section aria-label="Correction preview" className="rounded-field bg-base-200 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>Total</span>
        <span>
          <del className="tabular text-muted">
            <span className="sr-only">was </span>
            {formatDollars(claimedOf(charges))}
          </del>{' '}
          <Money size="lg" live>
            {totalCents === null ? '–' : formatDollars(totalCents)}
          </Money>
        </span>
      </p>
      <output className="mt-2 block font-medium">
        {plan ? correctionTexts(plan).join('. ') : 'Check the numbers above.'}
      </output>
      {plan && asksToPay(plan, charges) ? (
        <p className="mt-1 text-sm text-muted">
          {messagesTo
            ? `We’ll email the payment link to ${messagesTo}.`
            : 'We’ll text the payment link if this customer gets texts. Otherwise, call them or record cash.'}
        </p>
      ) : null}
    </section>
  );
}
