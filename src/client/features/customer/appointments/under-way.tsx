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
    <section aria-label="Under way" className="mb-5 flex flex-col gap-2">
      {lines.map((one) =>
        one.onTheWay ? (
          <Line key={one.id} icon="truck" tone="tone-blue" text={onTheWayText(one.onTheWay)}>
            <Button variant="quiet" size="sm" onClick={() => showDelivery(one.id)}>
              See Delivery
            </Button>
          </Line>
        ) : (
          <Line
            key={one.id}
            icon="dollar"
            tone="tone-yellow"
            text={`${formatDollars(one.remainingBalanceCents)} to pay`}
          >
            <Button
              variant="main"
              size="sm"
              aria-label={`Pay ${formatDollars(one.remainingBalanceCents)} for ${one.publicCode}`}
              onClick={() => onPay(one)}
            >
              Pay
            </Button>
          </Line>
        ),
      )}
    </section>
  );
}

type LineProps = {
  icon: 'truck' | 'dollar';
  tone: string;
  text: string;
  children: React.ReactNode;
};

function Line({ icon, tone, text, children }: LineProps) {
  return (
    <div className={`tone ${tone} flex items-center gap-3 rounded-field border py-1.5 ps-4 pe-1.5`}>
      <Icon name={icon} size={22} />
      <p className="min-w-0 flex-1 leading-snug font-semibold">{text}</p>
      {children}
    </div>
  );
}

/** "Dana is on the way · about 6:50 PM" */
function onTheWayText({ driverName, about }: NonNullable<OwnAppointment['onTheWay']>): string {
  const [first] = driverName?.split(' ') ?? [];
  const who = `${first || 'Your driver'} is on the way`;
  return about ? `${who} · about ${about}` : who;
}
