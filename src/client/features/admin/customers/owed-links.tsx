import { PayLinkButtons } from '@/client/appointment/pay-link-buttons';
import { Money } from '@/client/components/money';
import { trpc } from '@/client/lib/trpc';
import { formatMonthDay } from '@/domain/dates';
import { formatDollars } from '@/domain/money';

/** Lists the deliveries that a customer still owes for, each with its payment link. */
export function OwedLinks({ id }: { id: string }) {
  const { data } = trpc.admin.waitingMoney.useQuery(
    { customerId: id, kind: 'owed' },
    { refetchOnMount: 'always' },
  );
  // While Stripe still tries the card, or staff must review the charge, nobody can pay by link.
  const owed = (data?.items ?? []).filter(
    ({ kind }) => kind !== 'under_way' && kind !== 'to_review',
  );
  if (owed.length === 0) return null;
  return (
    <ul aria-label="Owed" className="mt-2 flex flex-col divide-y divide-edge/70">
      {owed.map(({ key, appointment }) => (
        <li key={key} className="flex flex-col gap-2 py-2.5">
          <span className="flex items-baseline justify-between gap-3">
            <span className="tabular">
              {appointment.publicCode}, {formatMonthDay(appointment.date)}
            </span>
            <Money>{formatDollars(appointment.remainingBalanceCents)}</Money>
          </span>
          <span className="flex flex-wrap gap-2">
            <PayLinkButtons appointment={appointment} />
          </span>
        </li>
      ))}
    </ul>
  );
}
