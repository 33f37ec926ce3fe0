import { Link } from '@tanstack/react-router';
import { cardName } from '@/client/appointment/card-name';
import { DeliveryPrice } from '@/client/appointment/delivery-price';
import { paymentText } from '@/client/appointment/payment-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { TimeRange } from '@/client/appointment/when';
import { Badge } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { Icon, type IconName } from '@/client/components/icon';
import { whole } from '@/client/lib/whole';
import { type AppointmentStatus, STATUS_LABELS } from '@/domain/appointment/status';
import { formatLongDate } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { canPayBalance } from '@/domain/payment/actions';
import { BalanceDue } from './balance-due';
import { type Delivery, dockText, savedCardText } from './delivery-text';

/** What happens next in each status, in one line. */
const NEXT_STEP: Record<AppointmentStatus, string | null> = {
  pending: 'We will confirm your delivery shortly.',
  confirmed: 'Confirmed. A driver will be assigned before the day.',
  scheduled: 'A driver is assigned to your delivery.',
  en_route: null,
  completed: null,
  cancelled: null,
};

type DeliveryCardProps = {
  delivery: Delivery;
  onCancel: () => void;
  /** Saves the first card. */
  onFinish: () => unknown;
  onChangeCard: () => unknown;
  onPay: () => unknown;
};

/** One delivery: its time, dock, order and price, and the customer's actions. */
export function DeliveryCard(props: DeliveryCardProps) {
  const { delivery, onCancel, onFinish, onChangeCard, onPay } = props;
  const waitsForCard = delivery.holdExpiresAt !== null;
  return (
    <article
      aria-label={`${formatLongDate(delivery.date)}, ${delivery.time}`}
      data-appointment={delivery.publicCode}
      className="rounded-field border border-edge p-[min(1rem,5vw)]"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <Badge tone={STATUS_TONES[delivery.status]}>
          {delivery.status === 'en_route' ? 'On the way' : STATUS_LABELS[delivery.status]}
        </Badge>
        <span className="tabular text-sm text-muted">{delivery.publicCode}</span>
      </div>
      <h3 className="text-base sm:text-lg">{formatLongDate(delivery.date)}</h3>
      <p className="mt-0.5 font-medium">
        <TimeRange time={delivery.time} />
      </p>
      <ul className="mt-3 flex flex-col gap-1.5 text-[0.95rem]">
        <Fact icon="pin">{dockText(delivery)}</Fact>
        {delivery.boatName ? <Fact icon="boat">{delivery.boatName}</Fact> : null}
        <Fact icon="card">{paymentLine(delivery)}</Fact>
        {delivery.refundedCents > 0 ? (
          <Fact icon="dollar">{`${formatDollars(delivery.refundedCents)} given back`}</Fact>
        ) : null}
      </ul>
      <DeliveryPrice
        delivery={delivery}
        className="mt-3 border-t border-edge pt-3 text-[0.95rem]"
      />
      {delivery.onTheWay ? (
        <Callout tone="info" icon="truck" title="On the way" live className="mt-3">
          {arrivalText(delivery.onTheWay)}
        </Callout>
      ) : null}
      <BalanceDue delivery={delivery} onPay={onPay} className="mt-3" />
      {delivery.takesFirstCard ? (
        <Callout
          tone="warn"
          className="mt-3"
          action={
            <Button size="sm" variant="primary" onClick={onFinish}>
              Give a card
            </Button>
          }
        >
          Your card is charged after the delivery, for what was delivered.
        </Callout>
      ) : null}
      {waitsForCard ? (
        <Callout
          tone="warn"
          className="mt-3"
          action={
            <Button size="sm" variant="primary" onClick={onFinish}>
              Finish booking
            </Button>
          }
        >
          Your time is kept for a few minutes, until a card is saved.
        </Callout>
      ) : (
        <NextStep delivery={delivery} />
      )}
      {delivery.canModify || delivery.canCancel ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {delivery.canModify ? (
            <Link
              to="/schedule"
              search={{ edit: delivery.id }}
              className={buttonClass({ variant: 'quiet', size: 'sm', className: 'flex-1' })}
            >
              <Icon name="edit" size={18} />
              Modify
            </Link>
          ) : null}
          {delivery.canModify && delivery.cardSaved && !waitsForCard ? (
            <Button variant="quiet" size="sm" icon="card" className="flex-1" onClick={onChangeCard}>
              Change card
            </Button>
          ) : null}
          {delivery.canCancel ? (
            <Button variant="quiet" size="sm" icon="x" className="flex-1" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}

/** What happens next; staff decide about a dock beyond the service area (D64). */
function NextStep({ delivery: { status, beyondServiceArea } }: { delivery: Delivery }) {
  if (status === 'pending' && beyondServiceArea) {
    return (
      <Callout tone="warn" className="mt-3">
        Your dock lies beyond our service area. We tell you whether we can come.
      </Callout>
    );
  }
  const text = NEXT_STEP[status];
  return text ? <p className="mt-2 text-sm text-muted">{text}</p> : null;
}

/** "Dana Rivers should be with you about 10:40 AM." */
function arrivalText({ driverName, about }: NonNullable<Delivery['onTheWay']>): string {
  const who = driverName ?? 'The driver';
  return whole(
    about ? `${who} should be with you about ${about}.` : `${who} is on the way to you.`,
  );
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={icon} size={19} className="mt-0.5 text-muted" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** The saved card, or the payment once it is completed. A balance stands below with its own button. */
function paymentLine(delivery: Delivery): string {
  if (!canPayBalance(delivery)) return paymentText(delivery) ?? savedCardText(delivery);
  const { cardSaved, cardBrand, cardLast4 } = delivery;
  if (!cardSaved) return 'No card was charged';
  return `${cardName({ brand: cardBrand, last4: cardLast4 })} was not charged`;
}
