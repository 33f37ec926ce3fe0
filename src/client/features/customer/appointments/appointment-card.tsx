import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { DeliveryPrice } from '@/client/appointment/delivery-price';
import { paymentText } from '@/client/appointment/payment-text';
import { dockText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { TimeRange } from '@/client/appointment/when';
import { Badge } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Callout } from '@/client/components/feedback/callout';
import { Icon, type IconName } from '@/client/components/icon';
import { focusHeading } from '@/client/lib/keep-focus';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { useShownDelivery } from '@/client/lib/shown-delivery';
import { type AppointmentStatus, STATUS_LABELS } from '@/domain/appointment/status';
import { formatLongDate } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { cardName } from '@/domain/payment/card';
import { canPayBalance } from '@/domain/payment/charge';
import { type OwnAppointment, savedCardText } from './appointment-text';
import { BalanceDue } from './balance-due';

/** Each line is about the next step. */
const NEXT_STEP: Record<AppointmentStatus, string | null> = {
  pending: 'We’ll confirm your delivery shortly.',
  confirmed: 'Confirmed. We’ll assign a driver before your delivery date.',
  scheduled: 'A driver is assigned to your delivery.',
  en_route: null,
  completed: null,
  cancelled: null,
};

type AppointmentCardProps = {
  appointment: OwnAppointment;
  onCancel: () => void;
  /** Opens the form for the first card. */
  onFinish: () => unknown;
  onChangeCard: () => unknown;
  onPay: () => unknown;
  /** Shows a paid delivery's receipt. Without it, there's no receipt button. */
  onReceipt?: (() => unknown) | undefined;
  /** Called when the person begins to change the delivery. */
  onModify?: (() => void) | undefined;
  /** Renders below the buttons. */
  footer?: ReactNode;
};

/** Shows one delivery with its window, dock, order, and price, and its customer's actions. */
export function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, onCancel, onFinish, onChangeCard, onPay, onReceipt, footer } = props;
  const waitsForCard = appointment.holdExpiresAt !== null;
  const { card, isShown } = useShownCard(appointment.id);
  return (
    <article
      ref={card}
      aria-label={`${formatLongDate(appointment.date)}, ${appointment.time}`}
      data-appointment={appointment.publicCode}
      className={classNames(
        'scroll-mt-4 rounded-field border border-edge p-[min(1rem,5vw)]',
        isShown && 'delivery-shown',
      )}
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <Badge tone={STATUS_TONES[appointment.status]}>
          {appointment.status === 'en_route' ? 'On the way' : STATUS_LABELS[appointment.status]}
        </Badge>
        <span className="tabular text-sm text-muted">{appointment.publicCode}</span>
      </div>
      <h3 className="text-base sm:text-lg">{formatLongDate(appointment.date)}</h3>
      <p className="mt-0.5 font-medium">
        <TimeRange time={appointment.time} />
      </p>
      <ul className="mt-3 flex flex-col gap-1.5 text-[0.95rem]">
        <Fact icon="pin">{dockText(appointment)}</Fact>
        {appointment.boatName ? <Fact icon="boat">{appointment.boatName}</Fact> : null}
        {appointment.driverNote ? <Fact icon="info">{appointment.driverNote}</Fact> : null}
        <Fact icon="card">{paymentLine(appointment)}</Fact>
        {appointment.refundedCents > 0 ? (
          <Fact icon="dollar">{`${formatDollars(appointment.refundedCents)} refunded`}</Fact>
        ) : null}
      </ul>
      <DeliveryPrice
        delivery={appointment}
        className="mt-3 border-t border-edge pt-3 text-[0.95rem]"
      />
      {appointment.onTheWay ? (
        <Callout tone="info" icon="truck" title="On the way" live className="mt-3">
          {arrivalText(appointment.onTheWay)}
        </Callout>
      ) : null}
      <BalanceDue appointment={appointment} onPay={onPay} className="mt-3" />
      {appointment.takesFirstCard ? (
        <Callout
          tone="warn"
          className="mt-3"
          action={
            <Button size="sm" variant="primary" onClick={onFinish}>
              Add a Card
            </Button>
          }
        >
          We’ll charge your card after delivery, for what we actually deliver.
        </Callout>
      ) : null}
      {waitsForCard ? (
        <Callout
          tone="warn"
          className="mt-3"
          action={
            <Button size="sm" variant="primary" onClick={onFinish}>
              Finish Booking
            </Button>
          }
        >
          We’re holding your window for a few minutes. Save a card to book it.
        </Callout>
      ) : (
        <NextStep appointment={appointment} />
      )}
      {appointment.canModify || appointment.canCancel ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {appointment.canModify ? (
            <Link
              to="/schedule"
              search={{ edit: appointment.id }}
              onClick={props.onModify}
              className={buttonClass({ variant: 'quiet', size: 'sm', className: 'flex-1' })}
            >
              <Icon name="edit" size={18} />
              Modify
            </Link>
          ) : null}
          {takesCard(appointment) ? (
            <Button variant="quiet" size="sm" icon="card" className="flex-1" onClick={onChangeCard}>
              {appointment.cardSaved ? 'Change Card' : 'Add a Card'}
            </Button>
          ) : null}
          {appointment.canCancel ? (
            <Button variant="quiet" size="sm" icon="x" className="flex-1" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </div>
      ) : null}
      {onReceipt && appointment.status === 'completed' && appointment.balancePaid ? (
        <Button variant="quiet" size="sm" icon="receipt" className="mt-3" onClick={onReceipt}>
          See Receipt
        </Button>
      ) : null}
      {footer ? <div className="mt-3 border-t border-edge pt-3">{footer}</div> : null}
    </article>
  );
}

/** The router scrolls a new page to its top first. */
const SHOWN_AFTER_MS = 100;

/** Scrolls to a delivery that the person just changed or paid for, and focuses its date. */
function useShownCard(id: string) {
  const card = useRef<HTMLElement>(null);
  const isShown = useShownDelivery() === id;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => {
      if (!card.current || document.querySelector('dialog[open]')) return;
      card.current.scrollIntoView({ block: 'start' });
      focusHeading(card.current);
    }, SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return { card, isShown };
}

/** True if the card can be changed, or added again after it was removed at Stripe. */
const takesCard = ({ canModify, holdExpiresAt, takesFirstCard, testMode }: OwnAppointment) =>
  canModify && holdExpiresAt === null && !takesFirstCard && !testMode;

/** Says what happens next. Staff decide on a dock outside the service area. */
function NextStep({ appointment: { status, beyondServiceArea } }: { appointment: OwnAppointment }) {
  if (status === 'pending' && beyondServiceArea) {
    return (
      <Callout tone="warn" className="mt-3">
        Your dock is outside our service area. We’ll let you know if we can deliver there.
      </Callout>
    );
  }
  const text = NEXT_STEP[status];
  return text ? <p className="mt-2 text-sm text-muted">{text}</p> : null;
}

/** "Dana Rivers should be with you about 10:40 AM." */
function arrivalText({ driverName, about }: NonNullable<OwnAppointment['onTheWay']>): string {
  const who = driverName ?? 'The driver';
  return withNoBreaks(
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

/** Describes the payment of a completed delivery, or else the saved card. */
function paymentLine(appointment: OwnAppointment): string {
  if (!canPayBalance(appointment)) return paymentText(appointment) ?? savedCardText(appointment);
  const { cardSaved, cardBrand, cardLast4 } = appointment;
  if (!cardSaved) return 'You weren’t charged';
  return `${cardName({ brand: cardBrand, last4: cardLast4 })} wasn’t charged`;
}
