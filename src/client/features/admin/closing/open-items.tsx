import { Link } from '@tanstack/react-router';
import { Panel } from '@/client/components/panel';
import { useMay } from '@/client/identity/use-may';
import { formatDollars } from '@/domain/money';
import { formatCount } from '@/domain/text';
import type { ClosingDay } from './closing-day';

type OpenItemsProps = { day: ClosingDay; open: NonNullable<ClosingDay['open']> };

/** What's still open about the day, with links. The day can be closed anyway. */
export function OpenItems({ day, open }: OpenItemsProps) {
  const decides = useMay()('deliveries');
  const { stopCount, inReview, toCollect, reports, deviceActions } = open;
  const money = (kind: 'to_review' | 'to_collect') =>
    ({ view: 'money', kind, from: day.date, to: day.date }) as const;
  const lines = [
    {
      count: stopCount,
      text: stopCount === 1 ? 'stop isn’t finished' : 'stops aren’t finished',
      link: decides ? ({ to: '/admin', search: { view: 'day', day: day.date } } as const) : null,
    },
    {
      count: inReview.count,
      text: inReview.count === 1 ? 'charge in review' : 'charges in review',
      amount: formatDollars(inReview.cents),
      link: { to: '/admin', search: money('to_review') } as const,
    },
    {
      count: toCollect.count,
      text: 'to collect',
      amount: formatDollars(toCollect.cents),
      link: { to: '/admin', search: money('to_collect') } as const,
    },
    {
      count: reports,
      text: reports === 1 ? 'unresolved driver report' : 'unresolved driver reports',
      link: decides ? ({ to: '/admin/review' } as const) : null,
    },
    {
      count: deviceActions,
      text: deviceActions === 1 ? 'driver update not accepted' : 'driver updates not accepted',
      link: decides ? ({ to: '/admin/review' } as const) : null,
    },
  ].filter(({ count }) => count > 0);
  return (
    <Panel
      tight
      icon="warning"
      title="Open items"
      subtitle={
        lines.length === 0
          ? 'No open items.'
          : 'You can close the day anyway. Later changes are posted to the next open day.'
      }
    >
      {lines.length === 0 ? null : (
        <ul className="flex flex-col divide-y divide-edge/70 border-t border-edge/70">
          {lines.map(({ count, text, amount, link }) => {
            const words = `${formatCount(count)} ${text}`;
            return (
              <li key={text} className="flex min-h-11 items-center justify-between gap-3">
                {link ? (
                  <Link {...link} className="link flex min-h-11 items-center">
                    {words}
                  </Link>
                ) : (
                  words
                )}
                {amount ? <span className="tabular text-muted">{amount}</span> : null}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
