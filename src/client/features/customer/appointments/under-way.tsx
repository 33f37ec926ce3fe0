import { Button } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { showDelivery } from '@/client/lib/shown-delivery';
import { formatDollars } from '@/domain/money';
import { canPayBalance } from '@/domain/payment/charge';
import type { OwnAppointment } from './appointment-text';

type UnderWayProps = {
  appointments: readonly OwnAppointment[];
  onPay: (appointment: OwnAppointment) => unknown;
};

/** Shows one line above the page for each delivery that's on the way or has a balance. */
export function UnderWay({ appointments, onPay }: UnderWayProps) {
  const lines = appointments.filter((one) => one.onTheWay || canPayBalance(one));
  if (lines.length === 0) return null;
  return (
    <section aria-label="On the way or unpaid" className="mb-5 flex flex-col gap-2">
      {lines.map((one) => {
        const { id, publicCode, onTheWay } = one;
        const due = formatDollars(one.remainingBalanceCents);
        return (
          <div
            key={id}
            className={`tone ${onTheWay ? 'tone-blue' : 'tone-yellow'} flex flex-wrap items-center gap-x-3 rounded-field border py-1.5 ps-4 pe-1.5`}
          >
            <Icon name={onTheWay ? 'truck' : 'dollar'} size={22} />
            <p className="min-w-[min(100%,9rem)] flex-1 leading-snug font-semibold">
              {onTheWay ? onTheWayText(onTheWay) : `${due} due`}
            </p>
            <Button
              variant={onTheWay ? 'quiet' : 'main'}
              size="sm"
              aria-label={onTheWay ? undefined : `Pay ${due} for ${publicCode}`}
              onClick={() => (onTheWay ? showDelivery(id) : onPay(one))}
            >
              {onTheWay ? 'See Delivery' : 'Pay'}
            </Button>
          </div>
        );
      })}
    </section>
  );
}

/** "Dana is on the way · about 6:50 PM" */
function onTheWayText({ driverName, about }: NonNullable<OwnAppointment['onTheWay']>): string {
  const [first] = driverName?.split(' ') ?? [];
  const who = `${first || 'Your driver'} is on the way`;
  return about ? `${who} · about ${about}` : who;
}
