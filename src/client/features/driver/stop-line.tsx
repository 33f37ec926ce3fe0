import { dockText } from '@/client/appointment/slip-text';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { formatGallons } from '@/domain/money';
import type { Delivery } from './day/driver-day';
import { isEnded } from './day/shown-stop';
import { WaitingBadge, WaitingIcon } from './outbox/waiting-badge';

type StopLineProps = {
  delivery: Delivery;
  /** The stop's number on the route, from 1. */
  number: number;
  /** "25 min late", or null if on time. */
  late: string | null;
  /** Makes this the shown stop. */
  onOpen: () => void;
  undo: (actionKey: string) => void;
};

/** One of the other stops, on one line. */
export function StopLine(props: StopLineProps) {
  return (
    <article
      data-appointment={props.delivery.publicCode}
      aria-label={`Order ${props.delivery.publicCode}`}
      className="rounded-field border border-edge bg-base-100"
    >
      {isEnded(props.delivery) ? <EndedLine {...props} /> : <OpenLine {...props} />}
    </article>
  );
}

function OpenLine({ delivery, number, late, onOpen }: StopLineProps) {
  const { time, waiting, waitsFor, status, change, estimatedGallonsTenths } = delivery;
  // The time of an unsent walk-up is "Now", which has no end.
  const [from, until] = time.split(' - ');
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-14 w-full cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-0.5 rounded-field px-3 py-2 text-start hover:bg-base-200"
    >
      <span className="sr-only">Open stop </span>
      <span className="tabular min-w-5 shrink-0 text-lg font-bold whitespace-nowrap text-primary">
        {number}
      </span>
      <span className="tabular shrink-0 font-semibold">
        {from}
        {until ? <span className="sr-only"> to {until}</span> : null}
      </span>
      {/* On a phone, there's no room next to a badge, so the place is on its own line. */}
      <span
        className={classNames(
          'line-clamp-2 min-w-0 flex-1 wrap-anywhere',
          (late || change || status === 'en_route') && 'max-sm:order-last max-sm:basis-full',
        )}
      >
        {dockText(delivery)}
      </span>
      {waiting ? <WaitingIcon waitsFor={waitsFor} /> : null}
      {status === 'en_route' ? <Badge tone="orange">{STATUS_LABELS.en_route}</Badge> : null}
      {change ? <Badge tone="yellow">Changed</Badge> : null}
      {late ? (
        <Badge tone="red">{late}</Badge>
      ) : estimatedGallonsTenths > 0 ? (
        <span className="tabular shrink-0 text-muted max-sm:hidden">
          {withNoBreaks(`${formatGallons(estimatedGallonsTenths)} gal`)}
        </span>
      ) : null}
    </button>
  );
}

/** A stop that ended on this device and isn't sent yet. Until then the driver can undo it. */
function EndedLine({ delivery, undo }: StopLineProps) {
  const { waiting, waitingKey, waitsFor } = delivery;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      <Icon name={waiting === 'complete' ? 'check-circle' : 'x'} size={24} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {waiting === 'complete' ? 'Completed on this device' : 'Ended, not delivered'}
        </p>
        <p className="text-muted">
          {delivery.publicCode}, {dockText(delivery)}
        </p>
        <WaitingBadge waitsFor={waitsFor} />
      </div>
      {waitingKey ? (
        <Button variant="quiet" size="lg" onClick={() => undo(waitingKey)}>
          Undo
        </Button>
      ) : null}
    </div>
  );
}
