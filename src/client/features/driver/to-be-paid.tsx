import { dockText } from '@/client/appointment/slip-text';
import { Callout } from '@/client/components/feedback/callout';
import type { ShownDay } from './day/driver-day';
import { PayCodeButton } from './stop/pay-code-button';

/** A delivery whose customer pays by scanning a code on this screen. */
export type Due = {
  id: string;
  publicCode: string;
  location: string;
  slipNumber: string | null;
  payLink: string;
  customerPhone?: string | null;
};

/**
 * The last completed delivery if its customer pays by code, else null. Completions that aren't sent
 * yet count too.
 */
export function lastDue({ deliveries, done }: Pick<ShownDay, 'deliveries' | 'done'>): Due | null {
  const waiting = deliveries.filter((one) => one.waiting === 'complete').at(-1);
  const completed = done.filter(({ status }) => status === 'completed');
  const [latest] = completed.toSorted((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0));
  const last = waiting ?? latest;
  return last?.payLink ? { ...last, payLink: last.payLink } : null;
}

/** Shows the payment code above the stops, while the customer is still on the dock. */
export function ToBePaid({ due }: { due: Due }) {
  return (
    <Callout
      tone="warn"
      icon="card"
      title={`${due.publicCode} isn’t paid`}
      className="my-3"
      action={<PayCodeButton link={due.payLink} phone={due.customerPhone ?? null} isDelivered />}
    >
      {dockText(due)}
    </Callout>
  );
}
