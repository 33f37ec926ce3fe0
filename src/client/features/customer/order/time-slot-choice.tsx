import { TimeRange } from '@/client/appointment/when';
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
          <span key={day.date} className="font-normal text-muted">
            on {formatLongDate(day.date)}
          </span>
        </>
      }
      dense
      columns="fit"
      options={day.timeSlots.map(({ label, state }) => ({
        value: label,
        label: (
          <span
            className={
              state === 'open'
                ? // Another date's windows have the same height, so nothing below them moves.
                  'grid h-[2.625rem] place-content-center text-sm sm:text-base'
                : 'text-sm sm:text-base'
            }
          >
            <TimeRange time={label} />
          </span>
        ),
        disabled: state !== 'open',
        description: state === 'open' ? undefined : 'Unavailable',
      }))}
      value={value}
      onValueChange={onChange}
      error={isTaken ? 'Someone just booked that window. Please select another one.' : error}
    />
  );
}
