import { TimeRange } from '@/client/appointment/when';
import { classNames } from '@/client/components/class-names';
import { RadioCards } from '@/client/components/form/radio-cards';
import { formatLongDate } from '@/domain/dates';
import type { Day } from './use-slots';

type TimeSlotChoiceProps = {
  /** Undefined until a date is selected. */
  day: Day | undefined;
  value: string;
  onChange: (time: string) => void;
  /** True if the selected window was just lost. */
  isTaken: boolean;
  error?: string | undefined;
};

/** Shows the selected date's windows, without those that have started. */
export function TimeSlotChoice({ day, value, onChange, isTaken, error }: TimeSlotChoiceProps) {
  if (!day) {
    return (
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-[0.95rem] font-semibold">Time</legend>
        <p className="grid min-h-[4.125rem] items-center rounded-field border border-dashed border-edge px-4 text-muted">
          Select a date to see its windows.
        </p>
      </fieldset>
    );
  }
  return (
    <RadioCards
      legend={
        <>
          Time{' '}
          <span key={day.date} className="text-sm font-normal text-muted">
            {/* Without the year, so that it's one line for every date, even on a narrow phone. */}
            on {formatLongDate(day.date).slice(0, -6)}
          </span>
        </>
      }
      dense
      columns={3}
      options={day.timeSlots.map(({ label, state }) => ({
        value: label,
        label: (
          <span
            className={classNames(
              'text-sm sm:text-base',
              state === 'open' && 'pointer-events-none relative top-2.5',
            )}
          >
            <TimeRange time={label} />
          </span>
        ),
        disabled: state !== 'open',
        // The tile of an open window has room for this line, with its label centered, so that
        // nothing below moves when another date is selected.
        description: state === 'open' ? '\u00a0' : 'Unavailable',
      }))}
      value={value}
      onValueChange={onChange}
      error={isTaken ? 'Someone just booked that window. Please select another one.' : error}
    />
  );
}
