import { Badge } from '@/client/components/badge';
import { EmptyState } from '@/client/components/states';
import { useInstants } from '@/client/lib/business-zone';
import type { Me } from '@/client/lib/session';
import { formatLongDate } from '@/domain/dates';
import { latenessOf } from '@/domain/route/lateness';
import { DeliveryCard } from './delivery-card';
import type { Delivery, ShownDay } from './driver-day';
import type { PerformAction } from './perform-action';
import { type useShownStop, useStopInView } from './shown-stop';
import { StopLine } from './stop-line';
import { lateText, useStopTimes } from './stop-times';

type TodaysStopsProps = {
  day: ShownDay;
  me: Me;
  /** The instant of the shown answer while the server does not answer. */
  seenAt: number | null;
  /** How far the server's clock is ahead of the device's. */
  aheadMs: number | null;
  /** The stop that fills the screen, and how another one is chosen. */
  stop: ReturnType<typeof useShownStop>;
  perform: PerformAction;
  undo: (actionKey: string) => void;
};

/** One stop that fills the screen, and the others in one line each. */
export function TodaysStops(props: TodaysStopsProps) {
  const { day, me, seenAt, aheadMs, perform, undo } = props;
  const { deliveries } = day;
  const { shown, choose } = props.stop;
  const times = useStopTimes(day, aheadMs);
  useStopInView(shown);
  const takeBack =
    ({ id }: Delivery) =>
    (actionKey: string) => {
      choose(id);
      undo(actionKey);
    };
  const numbered = deliveries.map((delivery, i) => ({ delivery, number: i + 1 }));
  const others = numbered.filter(({ delivery }) => delivery !== shown);
  const current = numbered.find(({ delivery }) => delivery === shown);

  return (
    <section aria-labelledby="deliveries">
      <DayHeading {...{ day, seenAt, aheadMs }} late={latenessOf([...times.values()])} />
      {deliveries.length === 0 ? (
        <EmptyState icon="truck" title="No deliveries assigned">
          Check back later for new orders
        </EmptyState>
      ) : null}
      {current ? (
        <DeliveryCard
          key={current.delivery.id}
          {...current}
          expected={times.get(current.delivery.id)}
          role={me.role === 'admin' ? 'admin' : 'driver'}
          userId={me.id}
          perform={perform}
          undo={takeBack(current.delivery)}
        />
      ) : null}
      {others.length > 0 ? (
        <ol className="mt-3 flex flex-col gap-2">
          {others.map(({ delivery, number }) => (
            <li key={delivery.id}>
              <StopLine
                delivery={delivery}
                number={number}
                late={lateText(times.get(delivery.id))}
                onOpen={() => choose(delivery.id)}
                undo={takeBack(delivery)}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

type DayHeadingProps = Pick<TodaysStopsProps, 'day' | 'seenAt' | 'aheadMs'> & {
  late: ReturnType<typeof latenessOf>;
};

function DayHeading({ day, seenAt, aheadMs, late }: DayHeadingProps) {
  const { formatWeekdayAndTime } = useInstants();
  return (
    <div className="mb-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="deliveries" tabIndex={-1} className="text-lg">
          Today's Deliveries ({day.deliveries.length})
        </h2>
        {late ? (
          <Badge tone="red" icon="clock">
            {late.stops === 1 ? '1 stop' : `${late.stops} stops`} expected late
          </Badge>
        ) : null}
      </div>
      <p className="text-sm text-muted">
        {formatLongDate(day.date)}
        {seenAt
          ? `. As of ${formatWeekdayAndTime(seenAt + (aheadMs ?? 0))}, without signal since.`
          : null}
      </p>
    </div>
  );
}
