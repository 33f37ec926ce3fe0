import { TimeRange } from '@/client/appointment/when';
import { RadioCards } from '@/client/components/form/radio-cards';
import { formatLongDate } from '@/domain/dates';
import type { Day } from './use-slots';

type TimeSlotChoiceProps = {
  /** The chosen date; undefined before one is chosen. */
  day: Day | undefined;
  value: string;
  onChange: (time: string) => void;
  /** The chosen time slot is no longer open. */
  isTaken: boolean;
  error?: string | undefined;
};

/** The time slots of the chosen date, without those that have begun. */
export function TimeSlotChoice({ day, value, onChange, isTaken, error }: TimeSlotChoiceProps) {
  if (!day) {
    return (
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-[0.95rem] font-semibold">Time</legend>
        <p className="grid min-h-14 items-center rounded-field border border-dashed border-edge px-4 text-muted">
          Choose a date to see its times.
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
          <span className="text-sm sm:text-base">
            <TimeRange time={label} />
          </span>
        ),
        disabled: state !== 'open',
        description: state === 'open' ? undefined : 'Unavailable',
      }))}
      value={value}
      onValueChange={onChange}
      error={isTaken ? 'That time has just been taken. Please choose another.' : error}
    />
  );
}
