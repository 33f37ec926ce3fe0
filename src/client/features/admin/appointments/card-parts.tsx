import { boatRow, driverFactRows } from '@/client/appointment/driver-facts';
import { paymentText } from '@/client/appointment/payment-text';
import { slipText } from '@/client/appointment/slip-text';
import { TimeRange } from '@/client/appointment/when';
import { DefinitionList, hasValue } from '@/client/components/definition-list';
import { Icon, type IconName } from '@/client/components/icon';
import { PhoneLink } from '@/client/components/phone-link';
import { useInstants } from '@/client/lib/business-zone';
import { mailtoLink } from '@/domain/account/email';
import { formatLongDate } from '@/domain/dates';
import { formatDollars, formatGallons, type GallonTenths, type UnitPrice } from '@/domain/money';
import { ORDER_FACTS, ORDER_FIELDS, type Order, orderFactText } from '@/domain/order/order';
import { phoneDigits } from '@/domain/phone';
import { ticketRows } from '@/domain/trucks/ticket';
import type { Appointment } from './appointment';

type PartProps = { appointment: Appointment };

/** The order's fields that have their own place on a card. All others are listed. */
const PLACED = new Set<keyof Order>([
  'location',
  'slipNumber',
  'smallIceBags',
  'mediumIceBags',
  'largeIceBags',
]);
const LISTED = ORDER_FIELDS.filter((field) => !PLACED.has(field));

/**
 * The time, dock, and order.
 *
 * @param isFolded true if the details of the boat and the dock are hidden at first
 */
export function DeliveryFacts({ appointment, isFolded }: PartProps & { isFolded: boolean }) {
  const slip = slipText(appointment.slipNumber);
  const details = driverFactRows(appointment);
  const { formatInstant } = useInstants();
  return (
    <div className="flex flex-col gap-2.5 text-[0.95rem]">
      <Line icon="calendar">
        <strong className="font-semibold">{formatLongDate(appointment.date)}</strong>
        <br />
        <TimeRange time={appointment.time} />
      </Line>
      <Line icon="pin">
        {appointment.location}
        {slip ? <span className="text-muted"> · {slip}</span> : null}
      </Line>
      <DefinitionList
        className="!gap-0.5"
        items={[
          ...LISTED.map((field) => ({
            term: ORDER_FACTS[field].label,
            value: orderFactText(appointment, field),
          })),
          boatRow(appointment),
          { term: 'Actual gallons', value: gallons(appointment.actualGallonsTenths) },
          ...ticketRows(appointment.ticket),
          ...(isFolded ? [] : details),
          { term: 'Custom fuel price', value: perGallon(appointment.customUnitPriceCents) },
          { term: 'Driver', value: appointment.driverName },
          { term: 'Last change', value: lastChangeText(appointment, formatInstant) },
          { term: 'Booked by', value: bookedByText(appointment) },
        ]}
      />
      {isFolded && details.some(hasValue) ? (
        <details className="group">
          <summary className="-my-1 flex min-h-11 cursor-pointer list-none items-center gap-1 font-medium text-primary desk:min-h-9">
            Boat and dock details
            <Icon
              name="chevron-down"
              size={18}
              className="transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <DefinitionList className="!gap-0.5" items={details} />
        </details>
      ) : null}
      {appointment.notes ? (
        <p>
          <span className="text-muted">Notes: </span>
          {appointment.notes}
        </p>
      ) : null}
      {appointment.overCapacityReason ? (
        <p>
          <span className="text-muted">Overbooked window: </span>
          {appointment.overCapacityReason}
        </p>
      ) : null}
      {appointment.noCardReason ? (
        <p>
          <span className="text-muted">Confirmed without a card: </span>
          {appointment.noCardReason}
        </p>
      ) : null}
    </div>
  );
}

/** Whether the driver has seen the last change. Drivers aren't asked before the day of the delivery. */
function lastChangeText(
  { lastStopChange, date }: Appointment,
  formatInstant: (at: number) => string,
): string | null {
  if (!lastStopChange) return null;
  const { at, seenAt, seenBy } = lastStopChange;
  if (seenAt !== null) return `Seen by ${seenBy}, ${formatInstant(seenAt)}`;
  // The form of these dates is YYYY-MM-DD.
  const timeZone = document.documentElement.dataset.zone;
  const changedOn = new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
  return changedOn < date ? null : 'Not seen by the driver yet';
}

const bookedByText = ({ bookedBy }: Appointment) =>
  bookedBy && (bookedBy === 'driver' ? 'Driver (walk-up)' : 'Staff');

const perGallon = (price: UnitPrice | null) =>
  price === null ? null : `${formatDollars(price)}/gal`;
const gallons = (tenths: GallonTenths | null) => (tenths === null ? null : formatGallons(tenths));

function Line({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name={icon} size={18} className="mt-0.5 opacity-75" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}

export const boxClass = 'wrap-anywhere rounded-field border px-3 py-2 text-[0.95rem]';

/** The customer's account, or the guest's contact details. */
export function CustomerBox({ appointment }: PartProps) {
  if (appointment.userId === null) {
    return (
      <div className={`tone tone-yellow ${boxClass}`}>
        <p className="font-semibold">Guest User Booking</p>
        <p>This appointment was booked without an account.</p>
        {appointment.customerFullName ? <p>Name: {appointment.customerFullName}</p> : null}
        {appointment.customerEmail ? <p>Email: {appointment.customerEmail}</p> : null}
        {appointment.customerPhone ? (
          <PhoneLine label="Contact phone" phone={appointment.customerPhone} shown />
        ) : null}
      </div>
    );
  }
  const { customerFullName, customerUsername, customerEmail, customerPhone } = appointment;
  const phone = appointment.customerAccountPhone ?? customerPhone;
  return (
    <div className={`${boxClass} flex flex-col gap-1 border-edge/70 bg-base-200`}>
      <Line icon="user">
        <span className="sr-only">Customer </span>
        <strong className="font-semibold">{customerFullName ?? customerUsername}</strong>
        {customerFullName && customerUsername ? (
          <span className="text-muted"> · {customerUsername}</span>
        ) : null}
      </Line>
      {customerEmail ? (
        <Line icon="mail">
          <span className="sr-only">Email </span>
          <a href={mailtoLink(customerEmail)} className="link link-hover">
            {customerEmail}
          </a>
        </Line>
      ) : null}
      {phone ? <PhoneLine label="Phone" phone={phone} /> : null}
      {customerPhone && phone && phoneDigits(customerPhone) !== phoneDigits(phone) ? (
        <PhoneLine label="Contact phone" phone={customerPhone} shown />
      ) : null}
    </div>
  );
}

function PhoneLine({ label, phone, shown }: { label: string; phone: string; shown?: boolean }) {
  return (
    <Line icon="phone">
      <span className={shown ? 'text-muted' : 'sr-only'}>{label} </span>
      <PhoneLink phone={phone} className="tabular link link-hover" />
    </Line>
  );
}

/** The ice bags by size, and their price. Renders nothing for an order without ice. */
export function IceBox({ appointment }: PartProps) {
  const { smallIceBags, mediumIceBags, largeIceBags, iceTotalCents } = appointment;
  if (smallIceBags + mediumIceBags + largeIceBags === 0) return null;
  return (
    <div className={`tone tone-blue ${boxClass}`}>
      <p className="flex items-center gap-1.5 font-semibold">
        <Icon name="ice" size={18} />
        Ice orders
      </p>
      <DefinitionList
        className="mt-1 !gap-0.5 [&_dt]:text-inherit"
        items={[
          smallIceBags > 0 && { term: 'Small bags', value: smallIceBags },
          mediumIceBags > 0 && { term: 'Medium bags', value: mediumIceBags },
          largeIceBags > 0 && { term: 'Large bags', value: largeIceBags },
          { term: 'Ice total', value: formatDollars(iceTotalCents) },
        ]}
      />
    </div>
  );
}

/** The payment of a completed appointment: green if it's paid, red with the reason if it failed. */
export function PaymentBox({ appointment }: PartProps) {
  const text = paymentText(appointment);
  if (text === null || appointment.testMode) return null;
  if (appointment.balancePaid) return <PaidBox appointment={appointment} text={text} />;
  if (appointment.paymentChip === 'Processing') {
    return (
      <div className={`tone tone-yellow ${boxClass}`}>
        <p className="tabular flex items-center gap-1.5 font-semibold">
          <Icon name="clock" size={18} />
          {text}
        </p>
        <p>Stripe hasn’t confirmed this payment yet. It will update automatically.</p>
      </div>
    );
  }
  return (
    <div className={`tone tone-red ${boxClass}`}>
      <p className="tabular font-semibold">{text}</p>
      {appointment.totalPaidCents > 0 ? (
        <p className="tabular">{formatDollars(appointment.totalPaidCents)} already paid</p>
      ) : null}
      {appointment.chargeError ? <p>{appointment.chargeError}</p> : null}
    </div>
  );
}

function PaidBox({ appointment, text }: PartProps & { text: string }) {
  const { formatInstant } = useInstants();
  const { paidAt, refundedCents, refundFailed } = appointment;
  return (
    <div className={`tone tone-green ${boxClass}`}>
      <p className="flex items-center gap-1.5 font-semibold">
        <Icon name="check-circle" size={18} />
        Payment Complete
      </p>
      <p className="tabular">
        {text}
        {paidAt ? `, ${formatInstant(paidAt)}` : ''}
      </p>
      {refundedCents > 0 ? (
        <p className="tabular">{formatDollars(refundedCents)} refunded</p>
      ) : null}
      {refundFailed ? (
        <p className="flex items-start gap-1.5 font-semibold">
          <Icon name="warning" size={18} className="mt-0.5 shrink-0" />
          The last refund failed. Refund it again.
        </p>
      ) : null}
    </div>
  );
}
