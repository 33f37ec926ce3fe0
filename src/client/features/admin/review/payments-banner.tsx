import { Callout } from '@/client/components/feedback/callout';
import { useInstants } from '@/client/lib/business-zone';
import { type Outputs, trpc } from '@/client/lib/trpc';

type Trouble = Outputs['admin']['paymentTroubles'][number];

/** For a page whose live stream is closed. */
const POLL_MS = 60_000;

/** Says on every admin screen that Stripe refuses our requests, and why. Draws nothing otherwise. */
export function PaymentsBanner() {
  const { formatWeekdayAndTime } = useInstants();
  const troubles = trpc.admin.paymentTroubles.useQuery(undefined, { refetchInterval: POLL_MS });
  const [first, ...others] = troubles.data ?? [];
  if (!first) return null;
  const reasons = [...new Set([first, ...others].map(({ reason }) => reason))];
  return (
    <Callout tone="error" live className="mb-6" title="Payments are not working">
      <p>
        Since {formatWeekdayAndTime(first.since)} Stripe refuses our requests.{' '}
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
        No customer is told, and nothing is lost: what waits is paid by itself within a minute once
        Stripe takes our key again.
      </p>
    </Callout>
  );
}

function waitingText(troubles: Trouble[]): string {
  const codes = [...new Set(troubles.flatMap(({ publicCode }) => publicCode ?? []))];
  if (codes.length === 0) return 'Cards cannot be saved.';
  return codes.length === 1 ? `${codes[0]} waits.` : `${codes.length} deliveries wait.`;
}
