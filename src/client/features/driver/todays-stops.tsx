import { Badge } from '@/client/components/badge';
import { Callout } from '@/client/components/feedback/callout';
import { EmptyState } from '@/client/components/feedback/states';
import type { Me } from '@/client/lib/session';
import { formatLongDate } from '@/domain/dates';
import { latenessOf } from '@/domain/route/lateness';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import { windText } from '@/domain/wind';
import { useDayInstants } from './day/day-instants';
import { changeNews, type News } from './day/day-news';
import { DayNewsPanel } from './day/day-news-panel';
import { type Delivery, type ShownDay, stopNumber } from './day/driver-day';
import { type useShownStop, useStopInView } from './day/shown-stop';
import { lateTextOf, useStopTimes } from './day/stop-times';
import type { PerformAction } from './outbox/perform-action';
import { DeliveryCard } from './stop/delivery-card';
import { StopLine } from './stop-line';
import { lastDue, ToBePaid } from './to-be-paid';

type TodaysStopsProps = {
  day: ShownDay;
  me: Me;
  /** When the shown data was loaded (ms) if the server isn't answering, else null. */
  seenAt: number | null;
  /** How far the server's clock is ahead of the device's (ms). */
  aheadMs: number | null;
  /** The shown stop, and the function that selects another one. */
  stop: ReturnType<typeof useShownStop>;
  /** True if drivers view their own day. */
  isOwn: boolean;
  /** Stops that other people added or removed. */
  news: readonly News[];
  onSeen: () => void;
  perform: PerformAction;
  undo: (actionKey: string) => void;
};

/** One stop that fills the screen, and the others on one line each. */
export function TodaysStops(props: TodaysStopsProps) {
  const { day, me, seenAt, aheadMs, isOwn, news, onSeen, perform, undo } = props;
  const { deliveries } = day;
  const { shown, choose } = props.stop;
  const times = useStopTimes(day, aheadMs);
  useStopInView(shown);
  const due = lastDue(day);
  // The shown stop has its own notice.
  const changed = isOwn ? deliveries.filter((one) => one.change && one !== shown) : [];
  const seeChange = ({ id, publicCode, change }: Delivery) => {
    if (change) void perform({ kind: 'seeChange', id, changeId: change.id }, { publicCode });
  };
  // Notes come and go. Below the keypad, they don't move its keys.
  const hasKeys = shown?.status === 'en_route';
  const notes = (
    <>
      <DayNewsPanel
        news={[...news, ...changed.map(changeNews)]}
        onSeen={() => {
          onSeen();
          for (const delivery of changed) seeChange(delivery);
        }}
      />
      {due ? <ToBePaid due={due} /> : null}
    </>
  );
  const undoAt =
    ({ id }: Delivery) =>
    (actionKey: string) => {
      choose(id);
      undo(actionKey);
    };
  const putLast = ({ id }: Delivery) => {
    const before = deliveries.filter((one) => one.id !== id).map((one) => one.id);
    if (before.length === 0) return;
    const { driver, date } = day;
    void perform({ kind: 'order', driverId: driver.id, date, stopIds: [...before, id] });
  };
  const numbered = deliveries.map((delivery, i) => ({
    delivery,
    number: stopNumber(day, i),
  }));
  const others = numbered.filter(({ delivery }) => delivery !== shown);
  const current = numbered.find(({ delivery }) => delivery === shown);

  return (
    <section aria-labelledby="deliveries">
      <DayHeading
        day={day}
        seenAt={seenAt}
        aheadMs={aheadMs}
        late={latenessOf([...times.values()])}
      />
      <WindNote day={day} />
      {deliveries.length === 0 ? (
        <EmptyState icon="truck" title="No deliveries assigned">
          Check back later for new orders
        </EmptyState>
      ) : null}
      {hasKeys ? null : notes}
      {current ? (
        <DeliveryCard
          key={current.delivery.id}
          {...current}
          expected={times.get(current.delivery.id)}
          isOwn={isOwn}
          onSeeChange={() => seeChange(current.delivery)}
          role={me.role === 'driver' ? 'driver' : 'admin'}
          aheadMs={aheadMs}
          userId={me.id}
          perform={perform}
          undo={undoAt(current.delivery)}
          putLast={() => putLast(current.delivery)}
        />
      ) : null}
      {hasKeys ? notes : null}
      {others.length > 0 ? (
        <ol className="mt-3 flex flex-col gap-2">
          {others.map(({ delivery, number }) => (
            <li key={delivery.id}>
              <StopLine
                delivery={delivery}
                number={number}
                late={lateTextOf(times.get(delivery.id))}
                onOpen={() => choose(delivery.id)}
                undo={undoAt(delivery)}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

/** Wind warnings for the time windows of open stops. */
function WindNote({ day: { wind, deliveries } }: { day: ShownDay }) {
  // Days stored by older builds don't have wind.
  const windy = (wind ?? []).filter(({ slotIndex }) =>
    deliveries.some(({ time }) => time === timeSlotLabel(slotIndex)),
  );
  if (windy.length === 0) return null;
  return (
    <Callout tone="warn" className="mb-2">
      {windy.map((one) => (
        <p key={one.slotIndex} className="tabular">
          {timeSlotLabel(one.slotIndex)}: {windText(one, 'the')}
        </p>
      ))}
    </Callout>
  );
}

type DayHeadingProps = Pick<TodaysStopsProps, 'day' | 'seenAt' | 'aheadMs'> & {
  late: ReturnType<typeof latenessOf>;
};

function DayHeading({ day, seenAt, aheadMs, late }: DayHeadingProps) {
  const { formatWeekdayAndTime } = useDayInstants();
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
          ? `. Last updated ${formatWeekdayAndTime(seenAt + (aheadMs ?? 0))}. No signal since then.`
          : null}
      </p>
    </div>
  );
}
