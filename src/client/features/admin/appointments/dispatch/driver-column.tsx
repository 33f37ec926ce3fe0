import { type ReactNode, useId, useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { formatRelativeTime } from '@/domain/dates';
import { totalsOf } from '@/domain/dispatch/day';
import { isAnything, type Load, loadOfAll, loadText, shortOf } from '@/domain/driver/on-board';
import { lateDuration, latenessOf } from '@/domain/route/lateness';
import { type Line, nameText, orderOfLine, shortTimeSlot } from '../day/line';
import { TotalsText } from '../day/totals-text';
import { columnMark } from './use-drag';
import type { Dispatch } from './use-plan';

type Driver = Dispatch['drivers'][number];

type DriverColumnProps = {
  /** Null for the pool. */
  driver: Driver | null;
  answeredAt: number;
  /** True if drivers enter their loads for this date. */
  hasLoads: boolean;
  /** The remaining stops in order. */
  open: readonly Line[];
  done: readonly Line[];
  isTarget: boolean;
  onPlannedOrder: () => void;
  /** The cards of the open stops. */
  children: ReactNode;
};

/** The stops of a driver or of the pool, as a column on wide screens and as a row on narrow ones. */
export function DriverColumn(props: DriverColumnProps) {
  const { driver, answeredAt, hasLoads, open, done, isTarget, onPlannedOrder, children } = props;
  const headingId = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <section
      {...columnMark(driver?.id ?? null)}
      aria-labelledby={headingId}
      className={classNames(
        'flex flex-col gap-2 rounded-box border p-2 lg:min-w-60 lg:flex-1',
        driver ? 'bg-base-200' : 'border-dashed bg-base-100',
        isTarget ? 'border-primary' : 'border-edge',
      )}
    >
      <header className="px-1">
        <h3 id={headingId} className="flex items-center gap-2 text-base">
          {driver?.name ?? 'No driver'}
          {driver && driver.status !== 'available' ? <Badge tone="yellow">Offline</Badge> : null}
        </h3>
        <p className="text-sm">
          <TotalsText lines={[...open, ...done]} />
        </p>
        {driver ? (
          <DriverFacts
            driver={driver}
            answeredAt={answeredAt}
            hasLoads={hasLoads}
            open={open}
            done={done}
          />
        ) : null}
        {driver?.isManualOrder ? (
          <Button size="sm" variant="ghost" icon="refresh" onClick={onPlannedOrder}>
            Use Planned Order
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={isUnfolded}
          className="mt-1 lg:hidden"
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Hide Stops' : 'Show Stops'}
        </Button>
      </header>
      {done.length > 0 ? (
        <ul
          aria-label="Done"
          className={classNames('px-1 text-sm text-muted', !isUnfolded && 'max-lg:hidden')}
        >
          {done.map((line) => (
            <li key={line.id}>✓ {nameText(line)}</li>
          ))}
        </ul>
      ) : null}
      <ol
        aria-label="Stops"
        className={classNames('flex min-h-11 flex-col gap-1.5', !isUnfolded && 'max-lg:hidden')}
      >
        {children}
      </ol>
    </section>
  );
}

type FactsProps = {
  driver: Driver;
  answeredAt: number;
  hasLoads: boolean;
  open: readonly Line[];
  done: readonly Line[];
};

/** The age of the driver's position, the onboard load, and the progress of each time slot. */
function DriverFacts({ driver, answeredAt, hasLoads, open, done }: FactsProps) {
  const { position } = driver;
  const all = [...open, ...done];
  const indexes = [...new Set(all.map(({ slotIndex }) => slotIndex))].sort((a, b) => a - b);
  return (
    <>
      <p className="text-sm text-muted">
        {position
          ? `Last seen ${formatRelativeTime(position.locatedAt, answeredAt)}`
          : 'Position unknown'}
      </p>
      {hasLoads ? <OnBoard left={driver.onBoard} open={open} /> : null}
      <dl className="tabular mt-1 text-sm">
        {indexes.map((index) => {
          const ofSlot = ({ slotIndex }: Line) => slotIndex === index;
          const totals = totalsOf(all.filter(ofSlot));
          const ids = new Set(open.filter(ofSlot).map(({ id }) => id));
          const late = latenessOf(driver.stops.filter(({ id }) => ids.has(id)));
          return (
            <div key={index} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{shortTimeSlot(index)}</dt>
              <dd>
                {totals.done}/{totals.stops} done
              </dd>
              {late ? (
                <dd className="font-semibold text-error">
                  {late.stops} late, up to {lateDuration(late.mostMinutes)}
                </dd>
              ) : null}
            </div>
          );
        })}
      </dl>
    </>
  );
}

/**
 * Shows what's left on board, or what's missing. If the driver hasn't entered a load, it shows a
 * note.
 */
function OnBoard({ left, open }: { left: Load | null; open: readonly Line[] }) {
  if (!left) {
    return open.length > 0 ? <p className="text-sm text-muted">No load entered</p> : null;
  }
  const short = shortOf(left, loadOfAll(open.map(orderOfLine)));
  if (isAnything(short)) {
    return <p className="tabular text-sm font-semibold text-error">Short by {loadText(short)}</p>;
  }
  return (
    <p className="tabular text-sm text-muted">
      Onboard load: {withNoBreaks(loadText(left)) || 'empty'}
    </p>
  );
}
