import { Callout } from '@/client/components/feedback/callout';
import { useInstants } from '@/client/lib/business-zone';
import { type Outputs, trpc } from '@/client/lib/trpc';

type Trouble = Outputs['admin']['paymentTroubles'][number];

/** Polls in case the page's live stream is closed. */
const POLL_MS = 60_000;

/** Warns on every admin screen while Stripe refuses our requests, with the reasons. */
export function PaymentsBanner() {
  const { formatWeekdayAndTime } = useInstants();
  const troubles = trpc.admin.paymentTroubles.useQuery(undefined, { refetchInterval: POLL_MS });
  const [first, ...others] = troubles.data ?? [];
  if (!first) return null;
  const reasons = [...new Set([first, ...others].map(({ reason }) => reason))];
  return (
    <Callout tone="error" live className="mb-6" title="Payments aren’t working">
      <p>
        Stripe has refused our requests since {formatWeekdayAndTime(first.since)}.{' '}
        {waitingText([first, ...others])}
      </p>
      <ul className="mt-1 list-disc ps-5">
        {reasons.map((reason) => (
          <li key={reason} className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        Customers aren’t notified, and no payments are lost. We’ll retry automatically within a
        minute once Stripe accepts our key again.
      </p>
    </Callout>
  );
}

function waitingText(troubles: Trouble[]): string {
  const codes = [...new Set(troubles.flatMap(({ publicCode }) => publicCode ?? []))];
  if (codes.length === 0) return 'Customers can’t save cards.';
  return codes.length === 1
    ? `The payment for ${codes[0]} is pending.`
    : `The payments for ${codes.length} deliveries are pending.`;
}
