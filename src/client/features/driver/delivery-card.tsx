import { useState } from 'react';
import { slipText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { Badge } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { DefinitionList } from '@/client/components/definition-list';
import { Icon, type IconName } from '@/client/components/icon';
import { Money } from '@/client/components/money';
import { PhoneLink } from '@/client/components/phone-link';
import { canTransition, STATUS_LABELS } from '@/domain/appointment/status';
import { formatDollars, formatGallons } from '@/domain/money';
import {
  iceSizesText,
  ORDER_FACTS,
  ORDER_FIELDS,
  type Order,
  orderFactText,
} from '@/domain/order/order';
import { formatPhone } from '@/domain/text';
import { CompletionForm } from './completion-form';
import type { Delivery } from './driver-day';
import { NotDeliveredDialog } from './not-delivered-dialog';
import type { PerformAction } from './perform-action';

type DeliveryCardProps = {
  delivery: Delivery;
  /** The number of the stop on the route, from 1. */
  number: number;
  role: 'admin' | 'driver';
  userId: string;
  perform: PerformAction;
  /** Takes back the action of that key, which waits. */
  undo: (actionKey: string) => void;
};

/** One stop: its dock, order and customer, and the next action. */
export function DeliveryCard(props: DeliveryCardProps) {
  const { delivery, number, role, userId, perform, undo } = props;
  const { waitingKey } = delivery;
  const enRoute = delivery.status === 'en_route';
  // Until the driver sets out, an order is Pending to them (staff section 2).
  const shownStatus = enRoute ? 'en_route' : 'pending';
  const phone = delivery.customerPhone;
  const ended = delivery.waiting === 'complete' || delivery.waiting === 'notDelivered';
  return (
    <article
      aria-labelledby={`order-${delivery.id}`}
      data-appointment={delivery.publicCode}
      className="flex flex-col gap-4 rounded-box border border-edge bg-base-100 p-4 shadow-near sm:p-6"
    >
      <header className="flex items-start gap-2.5">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-xl font-bold text-primary-content tabular"
        >
          {number}
        </span>
        <div className="min-w-0 flex-1">
          <h3 id={`order-${delivery.id}`} className="tabular text-lg whitespace-nowrap sm:text-xl">
            Order {delivery.publicCode}
          </h3>
          <p className="mt-1.5 flex flex-wrap gap-2">
            <Badge tone={STATUS_TONES[shownStatus]}>{STATUS_LABELS[shownStatus]}</Badge>
            {delivery.waiting ? (
              <Badge tone="grey" icon="offline">
                Waiting for signal
              </Badge>
            ) : null}
          </p>
        </div>
        <Money size="md">{formatDollars(delivery.totalPriceCents)}</Money>
      </header>
      <Facts delivery={delivery} />
      {delivery.told ? <ToldAlready told={delivery.told} /> : null}
      {waitingKey ? (
        <Button variant="quiet" size="lg" block onClick={() => undo(waitingKey)}>
          Undo
        </Button>
      ) : null}
      {ended ? (
        <p className="flex items-center gap-2.5 rounded-field bg-base-200 px-4 py-3 font-semibold">
          <Icon name={delivery.waiting === 'complete' ? 'check-circle' : 'x'} size={24} />
          {delivery.waiting === 'complete' ? 'Completed on this device' : 'Ended, not delivered'}
        </p>
      ) : (
        <>
          <div className="grid grid-cols-2 gap-3">
            <a
              href={mapsLink(delivery)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'quiet', size: 'lg' })}
            >
              <Icon name="navigate" size={22} />
              Navigate
            </a>
            {phone ? (
              <PhoneLink phone={phone} className={buttonClass({ variant: 'quiet', size: 'lg' })}>
                <Icon name="phone" size={22} />
                Call
              </PhoneLink>
            ) : null}
            {canTransition(delivery.status, 'en_route', role) ? (
              <Button
                variant="main"
                size="lg"
                icon="truck"
                className="col-span-2"
                onClick={() =>
                  perform(
                    { kind: 'enRoute', id: delivery.id, shownDate: delivery.date },
                    { publicCode: delivery.publicCode },
                  )
                }
              >
                Mark En Route
              </Button>
            ) : null}
          </div>
          {enRoute ? (
            <>
              <CompletionForm delivery={delivery} userId={userId} perform={perform} />
              <NotDelivered delivery={delivery} perform={perform} />
            </>
          ) : null}
        </>
      )}
    </article>
  );
}

/** Another driver's device says that this was delivered; staff decide about it. */
function ToldAlready({ told }: { told: NonNullable<Delivery['told']> }) {
  const gallons = told.actualGallonsTenths;
  return (
    <Callout tone="warn" title="Delivered already" live>
      {told.by ?? 'Another driver'} delivered here
      {gallons === null ? null : `: ${formatGallons(gallons)} gallons`}. Dispatch decides about it.
      Call them before you set out.
    </Callout>
  );
}

/** The fields of the order that stand in large letters; all others are listed below. */
const LARGE = new Set<keyof Order>([
  'location',
  'slipNumber',
  'fuelType',
  'estimatedGallonsTenths',
  'smallIceBags',
  'mediumIceBags',
  'largeIceBags',
]);
const LISTED = ORDER_FIELDS.filter((field) => !LARGE.has(field));

function Facts({ delivery }: { delivery: Delivery }) {
  const slip = slipText(delivery.slipNumber);
  const phone = delivery.customerPhone;
  const ice = iceSizesText(delivery);
  return (
    <>
      <div className="flex flex-col gap-1.5 text-lg">
        <Line icon="clock">
          <strong>{delivery.time}</strong>
        </Line>
        <Line icon="pin">
          {delivery.location}
          {slip ? <strong>, {slip}</strong> : null}
        </Line>
        {delivery.estimatedGallonsTenths > 0 ? (
          <Line icon="fuel">
            <strong>{formatGallons(delivery.estimatedGallonsTenths)} gallons</strong>{' '}
            {delivery.fuelType}
          </Line>
        ) : null}
        {ice ? <Line icon="ice">Ice bags: {ice}</Line> : null}
      </div>
      <DefinitionList
        items={[
          { term: 'Customer', value: delivery.customerName },
          { term: 'Phone', value: phone && formatPhone(phone) },
          ...LISTED.map((field) => ({
            term: ORDER_FACTS[field].label,
            value: orderFactText(delivery, field),
          })),
        ]}
      />
    </>
  );
}

function Line({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <p className="flex items-start gap-2.5">
      <Icon name={icon} size={22} className="mt-0.5 shrink-0 text-primary" />
      <span className="min-w-0 tabular">{children}</span>
    </p>
  );
}

/** Opens the device's maps application where there is one, else the map in a new tab. */
function mapsLink({ location, position }: Delivery): string {
  const place = position ? `${position.latitude},${position.longitude}` : location;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

function NotDelivered({ delivery, perform }: { delivery: Delivery; perform: PerformAction }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="lg" block icon="warning" onClick={() => setOpen(true)}>
        Could not deliver
      </Button>
      {open ? (
        <NotDeliveredDialog delivery={delivery} perform={perform} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
