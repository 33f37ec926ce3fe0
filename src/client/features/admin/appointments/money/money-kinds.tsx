import { classNames } from '@/client/components/class-names';
import { formatDollars } from '@/domain/money';
import {
  sumOf,
  WAITING_CHOICES,
  WAITING_FACTS,
  type WaitingChoice,
  type WaitingSum,
} from '@/domain/payment/waiting-money';
import { formatCount } from '@/domain/text';

type MoneyKindsProps = {
  sums: readonly WaitingSum[];
  chosen: WaitingChoice | null;
  onChoose: (choice: WaitingChoice | null) => void;
};

/** Filters by kind, each with its count and sum. Pressing the selected one again lists all kinds. */
export function MoneyKinds({ sums, chosen, onChoose }: MoneyKindsProps) {
  return (
    // The filters stay on one row even with long figures, so that the lines below don't move.
    <fieldset className="relative flex min-w-0 gap-2 overflow-x-auto py-0.5">
      <legend className="sr-only">Status</legend>
      {WAITING_CHOICES.map((choice) => {
        const { count, cents } = sumOf(sums, choice);
        const isChosen = choice === chosen;
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={isChosen}
            className={classNames(
              'tabular min-h-11 shrink-0 cursor-pointer rounded-field border px-3 py-1 text-start whitespace-nowrap hover:border-primary',
              isChosen
                ? 'border-primary bg-primary/10 font-semibold shadow-[inset_0_-0.25rem_0_var(--color-primary)]'
                : 'border-edge/70 bg-base-100',
            )}
            onClick={() => onChoose(isChosen ? null : choice)}
          >
            {choice === 'owed' ? 'Owed' : WAITING_FACTS[choice].label}{' '}
            <span className="text-muted">
              {formatCount(count)}
              {count > 0 ? ` · ${formatDollars(cents)}` : ''}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
