import { Button } from '@/client/components/button';
import { DateInput } from '@/client/components/form/date-input';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { Outputs } from '@/client/lib/trpc';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { ARRANGEMENTS, type Arrangement } from './day-choice';
import { TotalsText } from './totals-text';

const LABELS: Record<Arrangement, string> = { window: 'By Window', driver: 'By Driver' };

/** Hides tools on a phone until someone opens them, so that the day's first delivery is visible. */
export const DAY_TOOL = 'max-sm:group-data-[tools=closed]/day:hidden';

type DayToolbarProps = {
  day: Outputs['admin']['day'];
  shown: CalendarDate;
  by: Arrangement;
  /** True once the order of the stops is loaded. */
  canPrint: boolean;
  onDate: (date: CalendarDate) => void;
  onBy: (by: Arrangement) => void;
};

/** The grouping, the print button, and other dates. */
export function DayToolbar({ day, shown, by, canPrint, onDate, onBy }: DayToolbarProps) {
  return (
    <div className={`flex flex-wrap items-center gap-1.5 desk:flex-nowrap ${DAY_TOOL}`}>
      {ARRANGEMENTS.map((one) => (
        <Button
          key={one}
          size="sm"
          variant={one === by ? 'primary' : 'quiet'}
          aria-pressed={one === by}
          className="whitespace-nowrap desk:px-3"
          onClick={() => onBy(one)}
        >
          {LABELS[one]}
        </Button>
      ))}
      <Button
        size="sm"
        variant="quiet"
        icon={OTHER_ICONS.print}
        title="Print Route Sheets"
        className="desk:px-3"
        disabled={!canPrint}
        onClick={() => window.print()}
      >
        <span className="desk:sr-only">Print Route Sheets</span>
      </Button>
      <DateInput
        aria-label="Day"
        value={shown}
        compact
        className="w-auto min-w-38"
        onDate={(date) => date && onDate(date)}
      />
      {shown === day.today ? null : (
        // If the calendar button were next to the strip, it would make the strip narrower and move
        // a date away from a second press.
        <Button size="sm" variant="quiet" className="desk:hidden" onClick={() => onDate(day.today)}>
          Today
        </Button>
      )}
    </div>
  );
}

/** The day's date with its totals. */
export function DayTitle({ day, shown }: Pick<DayToolbarProps, 'day' | 'shown'>) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 desk:flex-1 desk:basis-0 max-sm:group-data-[tools=closed]/day:sr-only">
      <h2 className="text-base/5 desk:whitespace-nowrap">{formatLongDate(shown)}</h2>
      <p className="text-sm/5 text-muted">
        <TotalsText lines={day.lines} />
      </p>
    </div>
  );
}
