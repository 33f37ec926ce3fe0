import { Badge } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { Icon } from '@/client/components/icon';
import { Money } from '@/client/components/money';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { slipText } from '@/client/lib/slip-text';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { CAN_TYPE_LABELS } from '@/domain/booking/options';
import { canTransition, STATUS_LABELS } from '@/domain/booking/status';
import { formatDollars, formatGallons } from '@/domain/money';
import { formatPhone, phoneDigits } from '@/domain/text';
import { CompletionForm } from './completion-form';

export type Delivery = Outputs['driver']['day']['deliveries'][number];

const bags = (count: number, size: string) => (count > 0 ? `${count} ${size}` : null);

/** One stop: where, what, whom to call, and the next thing to do. */
export function DeliveryCard({ delivery, role }: { delivery: Delivery; role: 'admin' | 'driver' }) {
  const enRoute = delivery.status === 'en_route';
  const phone = delivery.customerPhone;
  const slip = slipText(delivery.slipNumber);
  const ice = [
    bags(delivery.smallIceBags, 'small'),
    bags(delivery.mediumIceBags, 'medium'),
    bags(delivery.largeIceBags, 'large'),
  ].filter(Boolean);
  return (
    <article
      aria-labelledby={`order-${delivery.id}`}
      data-appointment={delivery.publicCode}
      className="flex flex-col gap-4 rounded-box border border-edge/70 bg-base-100 p-4 shadow-near sm:p-6"
    >
      <header className="flex items-start justify-between gap-3">
        <div>
          <h3 id={`order-${delivery.id}`} className="tabular text-xl">
            Order {delivery.publicCode}
          </h3>
          <p className="mt-1.5">
            <Badge tone={enRoute ? 'orange' : 'yellow'}>{STATUS_LABELS[delivery.status]}</Badge>
          </p>
        </div>
        <Money size="lg">{formatDollars(delivery.totalPriceCents)}</Money>
      </header>
      <div className="flex flex-col gap-1.5 text-lg">
        <p className="flex items-center gap-2.5 font-semibold">
          <Icon name="clock" size={22} className="text-primary" />
          {delivery.time}
        </p>
        <p className="flex items-start gap-2.5">
          <Icon name="pin" size={22} className="mt-0.5 text-primary" />
          <span>
            {delivery.location}
            {slip ? <strong>, {slip}</strong> : null}
          </span>
        </p>
        {delivery.estimatedGallonsTenths > 0 ? (
          <p className="flex items-start gap-2.5">
            <Icon name="fuel" size={22} className="mt-0.5 text-primary" />
            <span className="tabular">
              <strong>{formatGallons(delivery.estimatedGallonsTenths)} gallons</strong>{' '}
              {delivery.fuelType}
            </span>
          </p>
        ) : null}
        {ice.length > 0 ? (
          <p className="flex items-center gap-2.5">
            <Icon name="ice" size={22} className="text-primary" />
            <span>Ice bags: {ice.join(', ')}</span>
          </p>
        ) : null}
      </div>
      <DefinitionList
        items={[
          { term: 'Customer', value: delivery.customerName },
          { term: 'Phone', value: phone && formatPhone(phone) },
          { term: 'Can type', value: CAN_TYPE_LABELS[delivery.canType] },
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <a
          href={mapsLink(delivery.location)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'quiet', size: 'lg' })}
        >
          <Icon name="navigate" size={22} />
          Navigate
        </a>
        {phone ? (
          <a
            href={`tel:${phoneDigits(phone)}`}
            className={buttonClass({ variant: 'quiet', size: 'lg' })}
          >
            <Icon name="phone" size={22} />
            Call
          </a>
        ) : null}
        {canTransition(delivery.status, 'en_route', role) ? (
          <EnRouteButton delivery={delivery} />
        ) : null}
      </div>
      {canTransition(delivery.status, 'completed', role) && enRoute ? (
        <CompletionForm delivery={delivery} />
      ) : null}
    </article>
  );
}

/** Opens the device's maps application where there is one, else the map in a new tab. */
function mapsLink(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

function EnRouteButton({ delivery }: { delivery: Delivery }) {
  const utils = trpc.useUtils();
  const enRoute = trpc.driver.enRoute.useMutation();
  const start = async () => {
    try {
      const { customerNotified } = await enRoute.mutateAsync({ id: delivery.id });
      toast({
        variant: 'success',
        title: 'Status updated',
        description: customerNotified
          ? "Customer has been notified you're on the way!"
          : 'No message could be sent: we have no email of this customer. Please call them.',
      });
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: problemOf(error).message,
      });
    } finally {
      await utils.driver.day.invalidate();
    }
  };
  return (
    <Button variant="main" size="lg" icon="truck" className="col-span-2" onClick={start}>
      Mark En Route
    </Button>
  );
}
