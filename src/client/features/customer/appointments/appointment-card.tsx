import { Ellipsis } from 'lucide';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { DeliveryPrice } from '@/client/appointment/delivery-price';
import { paymentText } from '@/client/appointment/payment-text';
import { dockText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { TimeRange } from '@/client/appointment/when';
import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Callout } from '@/client/components/feedback/callout';
import { Icon, type IconName } from '@/client/components/icon';
import { focusHeading } from '@/client/lib/keep-focus';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { useShownDelivery } from '@/client/lib/shown-delivery';
import { type AppointmentStatus, STATUS_LABELS } from '@/domain/appointment/status';
import { formatLongDate, formatMonthDay, formatWeekday } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { cardName } from '@/domain/payment/card';
import { canPayBalance } from '@/domain/payment/charge';
import { totalWord } from '@/domain/pricing/total-text';
import { OUTSIDE_AREA_TEXT, type OwnAppointment, savedCardText } from './appointment-text';
import { BalanceDue } from './balance-due';
import { cardLabel, DeliveryActions, type DeliveryActionsProps } from './delivery-actions';

/** Each line is about the next step. */
const NEXT_STEP: Record<AppointmentStatus, string | null> = {
  pending: 'We’ll confirm your delivery shortly.',
  confirmed: 'Confirmed. We’ll assign a driver before your delivery date.',
  scheduled: 'A driver is assigned to your delivery.',
  en_route: null,
  completed: null,
  cancelled: null,
};

type AppointmentCardProps = DeliveryActionsProps & {
  isOpen: boolean;
  onToggle: () => void;
  /** Opens the menu with the delivery's actions. */
  onMenu: () => void;
  /** Renders below the buttons. */
  footer?: ReactNode;
};

/** Shows one delivery in a row, which a press opens. */
export function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, isOpen, onToggle, onMenu } = props;
  const { publicCode, date, time, status } = appointment;
  const { card, isShown } = useShownCard(appointment.id);
  const detailsId = useId();
  return (
    <article
      ref={card}
      aria-label={`${formatLongDate(date)}, ${time}`}
      data-appointment={publicCode}
      className={classNames(
        'scroll-mt-4 rounded-field border border-edge',
        isShown && 'delivery-shown',
      )}
    >
      <div className="flex items-center">
        <h3 className="min-w-0 flex-1 text-base leading-snug font-normal tracking-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={onToggle}
            className="block w-full cursor-pointer rounded-field py-1.5 ps-3 text-start text-sm"
          >
            <RowLine>
              <span className="text-base font-semibold">{`${formatWeekday(date)}, ${formatMonthDay(date)}`}</span>
              <Badge tone={STATUS_TONES[status]}>
                {status === 'en_route' ? 'On the way' : STATUS_LABELS[status]}
              </Badge>
            </RowLine>
            <RowLine>
              <TimeRange time={time} />
              <RowAmount appointment={appointment} />
            </RowLine>
            <RowLine>
              <span className="min-w-[min(100%,7rem)] flex-1 truncate text-muted">
                {dockText(appointment)}
              </span>
              <span className="tabular text-muted">{publicCode}</span>
            </RowLine>
          </button>
        </h3>
        {/* The row needs the space, so the badge doesn't become wider with large text. */}
        <IconButton
          icon={Ellipsis}
          label={`Actions for ${publicCode}`}
          className="w-[44px] shrink-0"
          onClick={onMenu}
        />
      </div>
      <div id={detailsId} hidden={!isOpen} className="border-t border-edge p-3">
        {isOpen ? <Details {...props} /> : null}
      </div>
    </article>
  );
}

/** Shows two facts, one at each end of a line. Large text wraps. */
const RowLine = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-center justify-between gap-x-2">{children}</span>
);

/** Shows the balance, what was charged, or the total so far. */
function RowAmount({ appointment }: { appointment: OwnAppointment }) {
  const { status, totalPriceCents, remainingBalanceCents } = appointment;
  const isOwed = canPayBalance(appointment);
  const amount = formatDollars(isOwed ? remainingBalanceCents : totalPriceCents);
  return (
    <span>
      {isOwed ? 'Balance due ' : status === 'completed' ? null : `${totalWord(appointment)} `}
      <span className="tabular font-semibold" translate="no">
        {amount}
      </span>
    </span>
  );
}

function Details(props: AppointmentCardProps) {
  const { appointment, onFinish, onPay, footer } = props;
  const { holdExpiresAt, onTheWay, refundedCents } = appointment;
  return (
    <>
      <ul className="flex flex-col gap-1.5 text-[0.95rem]">
        <Fact icon="calendar">{formatLongDate(appointment.date)}</Fact>
        <Fact icon="pin">{dockText(appointment)}</Fact>
        {appointment.boatName ? <Fact icon="boat">{appointment.boatName}</Fact> : null}
        {appointment.driverNote ? <Fact icon="info">{appointment.driverNote}</Fact> : null}
        <Fact icon="card">{paymentLine(appointment)}</Fact>
        {refundedCents > 0 ? (
          <Fact icon="dollar">{`${formatDollars(refundedCents)} refunded`}</Fact>
        ) : null}
      </ul>
      <DeliveryPrice
        delivery={appointment}
        className="mt-3 border-t border-edge pt-3 text-[0.95rem]"
      />
      {onTheWay ? (
        <Callout tone="info" icon="truck" title="On the way" live className="mt-3">
          {arrivalText(onTheWay)}
        </Callout>
      ) : null}
      <BalanceDue appointment={appointment} onPay={onPay} className="mt-3" />
      {appointment.takesFirstCard ? (
        <Callout
          tone="warn"
          className="mt-3"
          action={
            <Button size="sm" variant="primary" onClick={onFinish}>
              {cardLabel(appointment)}
            </Button>
          }
        >
          We’ll charge your card after delivery, for what we actually deliver.
        </Callout>
      ) : null}
      {holdExpiresAt === null ? <NextStep appointment={appointment} /> : null}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        <DeliveryActions {...props} />
      </div>
      {footer ? <div className="mt-3 border-t border-edge pt-3">{footer}</div> : null}
    </>
  );
}

/** The router scrolls a new page to its top first. */
const SHOWN_AFTER_MS = 100;

/** Scrolls to a delivery that the person just changed or paid for, and focuses its date. */
function useShownCard(id: string) {
  const card = useRef<HTMLElement>(null);
  const shown = useShownDelivery();
  const isShown = shown?.id === id;
  useEffect(() => {
    if (shown?.id !== id) return;
    const timer = setTimeout(() => {
      if (!card.current || document.querySelector('dialog[open]')) return;
      card.current.scrollIntoView({ block: 'start' });
      focusHeading(card.current);
    }, SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [shown, id]);
  return { card, isShown };
}

/** Shows what happens next. */
function NextStep({ appointment: { status, beyondServiceArea } }: { appointment: OwnAppointment }) {
  if (status === 'pending' && beyondServiceArea) {
    return (
      <Callout tone="warn" className="mt-3">
        {OUTSIDE_AREA_TEXT}
      </Callout>
    );
  }
  const text = NEXT_STEP[status];
  return text ? <p className="mt-2 text-sm text-muted">{text}</p> : null;
}

/** "Dana Rivers should arrive about 10:40 AM." */
function arrivalText({ driverName, about }: NonNullable<OwnAppointment['onTheWay']>): string {
  const who = driverName ?? 'The driver';
  return withNoBreaks(
    about ? `${who} should arrive about ${about}.` : `${who} is on the way to you.`,
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
