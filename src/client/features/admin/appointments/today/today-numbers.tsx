import { Link, type LinkProps } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { buttonClass } from '@/client/components/button';
import { Skeleton } from '@/client/components/feedback/states';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useMay } from '@/client/identity/use-may';
import { trpc } from '@/client/lib/trpc';
import { addDays } from '@/domain/dates';
import { countToday } from '@/domain/dispatch/today';
import { isAnything, loadOfAll, shortOf } from '@/domain/driver/on-board';
import { formatDollars, NO_CENTS } from '@/domain/money';
import { CARD_NEEDED } from '@/domain/payment/card-trouble';
import { sumOf } from '@/domain/payment/waiting-money';
import { formatCount } from '@/domain/text';
import { WINDY } from '../day/day-choice';
import { orderOfLine } from '../day/line';
import { useDispatch } from '../dispatch/use-plan';
import { LIVE_LIST } from '../live-list';

/** Polls in case the page's live stream is closed. */
const POLL_MS = 60_000;

/** A number, what it counts, and the list that it opens. */
type Count = {
  count: number;
  one: string;
  many: string;
  target: Pick<LinkProps, 'to' | 'search' | 'hash'>;
  /** An amount, such as "$98.80". */
  amount?: string;
};

const ofDay = (q: string): Count['target'] => ({ to: '/admin', search: { view: 'day', q } });
const BY_DRIVER = { to: '/admin', search: { view: 'day', by: 'driver' } } as const;
const PAYMENTS = { to: '/admin', search: { view: 'money' } } as const;
const REVIEW = { to: '/admin/review' } as const;

/**
 * Shows today's remaining work as numbers that open their lists. A number disappears at zero. Once all of
 * today's deliveries are done, the links lead to the tasks that close the day.
 */
export function TodayNumbers() {
  // Its queries go in a request of their own, so that the cards don't wait for their answers.
  const isLater = useDeferredValue(true, false);
  return isLater ? <Numbers /> : <NumbersSkeleton />;
}

const NumbersSkeleton = () => <Skeleton className="mb-1.5 h-11 rounded-field" />;

function Numbers() {
  const numbers = useTodayNumbers();
  const may = useMay();
  if (!numbers) return <NumbersSkeleton />;
  const { counts, closing } = numbers;
  const shown = counts.filter(({ count }) => count > 0);
  return (
    <section aria-label="Today" className="no-print mb-1.5">
      <ul className="relative flex gap-1.5 overflow-x-auto sm:flex-wrap">
        {closing ? (
          <li className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 desk:min-h-10">
            {closing.showsMoney && may('counts') ? (
              <Link to="/admin/closing" className={buttonClass({ size: 'sm' })}>
                Close the Day
              </Link>
            ) : null}
            {shown.length === 0 ? <span>{closing.text}</span> : null}
            <Link
              to="/admin"
              search={{ view: 'day', day: closing.tomorrow }}
              className="link inline-flex min-h-11 items-center desk:min-h-10"
            >
              Tomorrow’s schedule
            </Link>
            {closing.showsMoney && may('reports') ? (
              <Link
                to="/admin/months"
                className="link inline-flex min-h-11 items-center desk:min-h-10"
              >
                Today’s payments
              </Link>
            ) : null}
          </li>
        ) : null}
        {shown.map(({ count, one, many, target, amount }) => (
          <li key={many} className="shrink-0">
            <Link
              {...target}
              className="flex min-h-11 items-center gap-2 rounded-field border border-edge/70 bg-base-100 px-3 whitespace-nowrap shadow-near hover:border-primary desk:min-h-10"
            >
              <strong className="tabular text-lg text-primary">{formatCount(count)}</strong>
              <span>{count === 1 ? one : many}</span>
              {amount ? <span className="tabular text-muted">{amount}</span> : null}
            </Link>
          </li>
        ))}
        {shown.length === 0 && !closing ? (
          <li className="flex min-h-11 items-center text-muted desk:min-h-10">
            Nothing needs your attention today.
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/** @returns the numbers of today, which are updated live, or null until they're loaded */
function useTodayNumbers() {
  const isEmergency = useIsEmergency();
  const may = useMay();
  const { data: day } = trpc.admin.day.useQuery({ date: null }, LIVE_LIST);
  const { data: dispatch } = useDispatch(null);
  const { data: reports } = trpc.admin.driverReports.useQuery(
    { open: true },
    { refetchInterval: POLL_MS },
  );
  const { data: queue } = trpc.admin.reviewQueue.useQuery(
    { page: 1, deliveryId: null },
    { refetchInterval: POLL_MS },
  );
  const { data: money } = trpc.admin.waitingMoney.useQuery(
    { kind: null, order: 'oldest', customerId: null, from: null, to: null, page: 1 },
    { ...LIVE_LIST, enabled: !isEmergency },
  );
  const bills = may('billing') && !isEmergency;
  const { data: billing } = trpc.admin.billing.useQuery(
    { sendPage: 1, overduePage: 1 },
    { refetchInterval: POLL_MS, enabled: bills },
  );
  if (!day || !dispatch || !reports || !queue || !(money || isEmergency)) return null;
  if (bills && !billing) return null;
  const lineOf = new Map(day.lines.map((line) => [line.id, line]));
  const today = countToday(
    day.lines,
    dispatch.drivers.map(({ stops, onBoard }) => {
      const needed = loadOfAll(stops.flatMap(({ id }) => lineOf.get(id) ?? []).map(orderOfLine));
      return {
        stops,
        hasLoad: onBoard !== null,
        isShort: onBoard !== null && isAnything(shortOf(onBoard, needed)),
      };
    }),
    day.winds.filter(({ date }) => date === day.today).map(({ slotIndex }) => slotIndex),
  );
  const tomorrow = addDays(day.today, 1);
  const toCollect = sumOf(money?.sums ?? [], 'to_collect');
  const declined = sumOf(money?.sums ?? [], 'declined');
  // Reports and calls are also items in the queue, so they must not be counted twice.
  const others = Math.max(0, queue.openCount - reports.open - queue.callCount);
  const counts: Count[] = [
    { ...word(today.unconfirmed, 'unconfirmed'), target: ofDay('Pending') },
    { ...word(today.noDriver, 'without a driver'), target: ofDay('No driver') },
    { ...word(today.noCard, 'without a card'), target: ofDay('No card') },
    {
      ...word(day.cardsNeededTomorrow ?? 0, 'without a working card tomorrow'),
      target: {
        to: '/admin',
        search: { view: 'day', day: tomorrow, q: CARD_NEEDED },
      },
    },
    { ...word(today.late, 'expected late'), target: BY_DRIVER },
    {
      count: today.windyWindows,
      one: 'windy window',
      many: 'windy windows',
      target: ofDay(WINDY),
    },
    {
      count: day.windyTomorrow ?? 0,
      one: 'windy window tomorrow',
      many: 'windy windows tomorrow',
      target: { to: '/admin', search: { view: 'day', day: tomorrow, q: WINDY } },
    },
    { count: today.noLoad, one: 'load not entered', many: 'loads not entered', target: BY_DRIVER },
    { count: today.shortLoad, one: 'load short', many: 'loads short', target: BY_DRIVER },
    {
      ...word(toCollect.count, 'to collect'),
      amount: formatDollars(toCollect.cents),
      target: { to: '/admin', search: { view: 'money', kind: 'to_collect' } },
    },
    {
      ...word(declined.count, 'declined'),
      amount: formatDollars(declined.cents),
      target: { to: '/admin', search: { view: 'money', kind: 'declined' } },
    },
    {
      count: billing?.toSend.count ?? 0,
      one: 'invoice to send',
      many: 'invoices to send',
      amount: formatDollars(billing?.toSend.cents ?? NO_CENTS),
      target: { ...PAYMENTS, hash: 'invoices-to-send' },
    },
    {
      count: billing?.overdue.count ?? 0,
      one: 'overdue invoice',
      many: 'overdue invoices',
      amount: formatDollars(billing?.overdue.cents ?? NO_CENTS),
      target: { ...PAYMENTS, hash: 'overdue-invoices' },
    },
    { count: reports.open, one: 'driver report', many: 'driver reports', target: REVIEW },
    {
      count: queue.callCount,
      one: 'customer to call',
      many: 'customers to call',
      target: { to: '/admin/review', search: { calls: true } },
    },
    { count: others, one: 'needs attention', many: 'need attention', target: REVIEW },
  ];
  const isDone = today.open === 0 && today.done > 0;
  // Without deliveries and loads, there's nothing to close.
  const hasWork = day.lines.length > 0 || dispatch.drivers.some(({ onBoard }) => onBoard !== null);
  const isEvening =
    hasWork &&
    day.timeSlots.length > 0 &&
    day.timeSlots.every(({ closedBy }) => closedBy.includes('past'));
  return {
    counts,
    closing:
      isDone || isEvening
        ? {
            text: isDone
              ? `All of today’s deliveries are done: ${formatCount(today.done)}.`
              : 'Today’s last window is past.',
            tomorrow,
            showsMoney: !isEmergency,
          }
        : null,
  };
}

/** Returns a count whose text is the same for one and for many. */
const word = (count: number, text: string) => ({ count, one: text, many: text });
