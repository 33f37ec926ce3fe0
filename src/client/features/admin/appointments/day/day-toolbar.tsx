import { Button } from '@/client/components/button';
import { DateInput } from '@/client/components/form/date-input';
import type { Outputs } from '@/client/lib/trpc';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { ARRANGEMENTS, type Arrangement } from './day-choice';
import { TotalsText } from './totals-text';

const LABELS: Record<Arrangement, string> = { window: 'By Window', driver: 'By Driver' };

type DayToolbarProps = {
  day: Outputs['admin']['day'];
  shown: CalendarDate;
  by: Arrangement;
  /** True once the order of the stops is loaded. */
  canPrint: boolean;
  onDate: (date: CalendarDate) => void;
  onBy: (by: Arrangement) => void;
};

/** The selected date with its totals, grouping, and print button. */
export function DayToolbar({ day, shown, by, canPrint, onDate, onBy }: DayToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="text-xl">{formatLongDate(shown)}</h2>
      <p className="me-auto">
        <TotalsText lines={day.lines} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {ARRANGEMENTS.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === by ? 'primary' : 'quiet'}
            aria-pressed={one === by}
            onClick={() => onBy(one)}
          >
            {LABELS[one]}
          </Button>
        ))}
        <Button
          size="sm"
          variant="quiet"
          icon="print"
          disabled={!canPrint}
          onClick={() => window.print()}
        >
          Print Route Sheets
        </Button>
        <DateInput
          aria-label="Day"
          value={shown}
          className="w-auto"
          onDate={(date) => date && onDate(date)}
        />
        {shown === day.today ? null : (
          <Button size="sm" variant="quiet" onClick={() => onDate(day.today)}>
            Today
          </Button>
        )}
      </div>
    </div>
  );
}
