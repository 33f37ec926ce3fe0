import { Button } from '@/client/components/button';
import { Select } from '@/client/components/form/select';
import type { Outputs } from '@/client/lib/trpc';
import { formatMonthDay } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import type { WaitingOrder } from '@/domain/payment/waiting-money';
import { formatCount } from '@/domain/text';
import type { MoneyChoice } from './money-choice';

const ORDERS: readonly { value: WaitingOrder; label: string }[] = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
];

type MoneyBarProps = {
  choice: MoneyChoice;
  answer: Outputs['admin']['waitingMoney'];
  /** True if the list has changed since it was shown. */
  isBehind: boolean;
  onChoose: (change: Partial<MoneyChoice>) => void;
  onRenew: () => void;
};

/** Header of the list: the total over all pages, the filters, and the sort order. */
export function MoneyBar({ choice, answer, isBehind, onChoose, onRenew }: MoneyBarProps) {
  const { customerId, from, to, order } = choice;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="tabular me-auto max-sm:basis-full">
        {formatCount(answer.total)} {answer.total === 1 ? 'payment' : 'payments'},{' '}
        {formatDollars(answer.totalCents)}
      </p>
      {/* While the button is hidden, it keeps its space, so that lines don't move when it appears. */}
      <Button
        size="sm"
        variant="quiet"
        className={isBehind ? undefined : 'invisible'}
        onClick={onRenew}
      >
        Refresh List
      </Button>
      {customerId ? (
        <Button
          size="sm"
          variant="quiet"
          iconAfter="x"
          onClick={() => onChoose({ customerId: null })}
        >
          Customer: {answer.customerName ?? '1 selected'}
          <span className="sr-only">, show all customers</span>
        </Button>
      ) : null}
      {from || to ? (
        <Button
          size="sm"
          variant="quiet"
          iconAfter="x"
          onClick={() => onChoose({ from: null, to: null })}
        >
          Delivered {[from && `from ${dayText(from)}`, to && `to ${dayText(to)}`].join(' ')}
          <span className="sr-only">, show all dates</span>
        </Button>
      ) : null}
      <Select
        aria-label="Sort by"
        value={order}
        options={ORDERS}
        className="w-auto"
        onChange={({ currentTarget }) => onChoose({ order: currentTarget.value as WaitingOrder })}
      />
    </div>
  );
}

const dayText = (date: string) => `${formatMonthDay(date)}, ${date.slice(0, 4)}`;
