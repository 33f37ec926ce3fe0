import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Panel } from '@/client/components/panel';
import { useInstants } from '@/client/lib/business-zone';
import { needsReason } from '@/domain/closing/closing';
import { LOAD_PARTS, type Load, partText } from '@/domain/driver/on-board';
import type { ClosingDay, TruckLine } from './closing-day';
import { CountDialog } from './count-dialog';
import { varianceText } from './variance-text';

type Part = keyof Load;

/** The headings of the products. Four of them must fit on a phone. */
const SHORT_LABELS: Record<Part, string> = {
  regularGallonsTenths: 'Regular',
  premiumGallonsTenths: 'Premium',
  smallIceBags: 'Small bags',
  largeIceBags: 'Large bags',
};

/** A truck's day as a calculation, and its count. */
export function TruckPanel({ truck, day }: { truck: TruckLine; day: ClosingDay }) {
  const { formatInstant } = useInstants();
  const [isCounting, setIsCounting] = useState(false);
  const { name, drivers, isUsed, counted, variance, reason, countedBy, countedAt } = truck;
  const others = drivers.filter((driver) => driver !== name).join(', ');
  const isOver = variance !== null && needsReason(variance, day.limitTenths);
  return (
    <Panel
      tight
      icon="truck"
      title={name}
      subtitle={isUsed ? others || undefined : 'Not used on this day. You can count it anyway.'}
      actions={
        <>
          {counted ? (
            <Badge tone={isOver ? 'orange' : 'green'}>{isOver ? 'Variance' : 'Counted'}</Badge>
          ) : isUsed ? (
            <Badge tone="yellow">Not counted</Badge>
          ) : null}
          {day.closed ? null : (
            <Button
              size="sm"
              variant={counted || !isUsed ? 'quiet' : 'main'}
              aria-label={`${counted ? 'Change Count' : 'Count'}: ${name}`}
              onClick={() => setIsCounting(true)}
            >
              {counted ? 'Change Count' : 'Count'}
            </Button>
          )}
        </>
      }
    >
      <TruckTable truck={truck} />
      {reason ? <p className="mt-2 break-words">Reason: {reason}</p> : null}
      {countedBy && countedAt !== null ? (
        <p className="mt-1 text-sm text-muted">
          Counted by {countedBy}, {formatInstant(countedAt)}.
        </p>
      ) : null}
      {isCounting ? (
        <CountDialog truck={truck} day={day} onClose={() => setIsCounting(false)} />
      ) : null}
    </Panel>
  );
}

function TruckTable({ truck }: { truck: TruckLine }) {
  const { name, carried, loaded, delivered, expected, counted, variance } = truck;
  const parts = shownParts([carried, loaded, delivered, counted]);
  const lines = [
    { label: 'Carried over', load: carried },
    { label: '+ Loaded', load: loaded },
    { label: '− Delivered', load: delivered },
    { label: '= Expected', load: expected, isStrong: true },
    { label: 'Counted', load: counted },
  ];
  return (
    <section
      aria-label={`${name}: fuel and ice`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-field"
    >
      <table className="w-full text-[0.95rem]">
        <thead className="text-sm text-muted">
          <tr>
            <td />
            {parts.map((part) => (
              <th key={part} scope="col" className="py-1.5 ps-2 text-end font-medium">
                {SHORT_LABELS[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {lines.map(({ label, load, isStrong }) => (
            <tr
              key={label}
              className={classNames('border-t border-edge/70', isStrong && 'font-semibold')}
            >
              <th scope="row" className="py-1.5 text-start font-normal whitespace-nowrap">
                {label}
              </th>
              {parts.map((part) => (
                <td key={part} className="py-1.5 ps-2 text-end">
                  {load ? partText(load, part).replace('-', '−') : '–'}
                </td>
              ))}
            </tr>
          ))}
          {variance ? (
            <tr className="border-t border-edge font-semibold">
              <th scope="row" className="py-1.5 text-start">
                Variance
              </th>
              {parts.map((part) => (
                <td
                  key={part}
                  className={classNames('py-1.5 ps-2 text-end', variance[part] < 0 && 'text-error')}
                >
                  {varianceText(variance, part)}
                </td>
              ))}
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}

/** Returns the products that a truck has any figure of; Regular if there are none. */
function shownParts(loads: readonly (Load | null)[]): Part[] {
  const parts = LOAD_PARTS.filter((part) =>
    loads.some((load) => load !== null && load[part] !== 0),
  );
  return parts.length > 0 ? parts : ['regularGallonsTenths'];
}
