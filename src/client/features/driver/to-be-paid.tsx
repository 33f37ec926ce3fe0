import { slipText } from '@/client/appointment/slip-text';
import { Callout } from '@/client/components/feedback/callout';
import type { ShownDay } from './day/driver-day';
import { PayCodeButton } from './stop/pay-code-button';

/** A delivery whose customer pays by a code on this screen. */
export type Due = {
  id: string;
  publicCode: string;
  location: string;
  slipNumber: string | null;
  payLink: string;
  customerPhone?: string | null;
};

/**
 * The delivery that was completed last, if it's to be paid by a code, also if only this device knows so
 * far; else null.
 */
export function lastDue({ deliveries, done }: Pick<ShownDay, 'deliveries' | 'done'>): Due | null {
  const waiting = deliveries.filter((one) => one.waiting === 'complete').at(-1);
  const completed = done.filter(({ status }) => status === 'completed');
  const [latest] = completed.toSorted((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0));
  const last = waiting ?? latest;
  return last?.payLink ? { ...last, payLink: last.payLink } : null;
}

/** The code to pay while the customer stands on the dock; the list of what is done is far below. */
export function ToBePaid({ due }: { due: Due }) {
  return (
    <Callout
      tone="warn"
      icon="card"
      title={`${due.publicCode} isn’t paid`}
      className="my-3"
      action={<PayCodeButton link={due.payLink} phone={due.customerPhone ?? null} isDelivered />}
    >
      {[due.location, slipText(due.slipNumber)].filter(Boolean).join(', ')}
    </Callout>
  );
}
