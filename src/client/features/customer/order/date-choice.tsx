import { useId, useState } from 'react';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Skeleton } from '@/client/components/feedback/states';
import { FieldError } from '@/client/components/form/field';
import { formatMonthDay, formatWeekday } from '@/domain/dates';
import type { Day } from './use-slots';

/** The number of dates that show before More Dates is pressed. */
const FIRST_DATES = 8;

type DateChoiceProps = {
  /** Undefined while loading. */
  days: Day[] | undefined;
  today: string | undefined;
  value: string;
  onChange: (date: string) => void;
  error?: string | undefined;
};

/** Shows the row of dates. A date without an available window can't be selected. */
export function DateChoice({ days, today, value, onChange, error }: DateChoiceProps) {
  const id = useId();
  const [expanded, setExpanded] = useState(false);
  const chosenIsLate = (days?.findIndex((day) => day.date === value) ?? -1) >= FIRST_DATES;
  const all = expanded || chosenIsLate;
  const shown = all ? days : days?.slice(0, FIRST_DATES);
  const hidden = (days?.length ?? 0) - FIRST_DATES;

  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-[0.95rem] font-semibold">Date</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(max(25%-0.5rem,3.3rem),1fr))] gap-2 sm:grid-cols-8 sm:gap-1.5">
        {shown?.map((day) => (
          <DateTile
            key={day.date}
            day={day}
            name={id}
            isToday={day.date === today}
            chosen={day.date === value}
            invalid={Boolean(error)}
            onChoose={onChange}
          />
        ))}
        {shown ? null : <LoadingDates />}
      </div>
      {hidden > 0 && !chosenIsLate ? (
        <div className="mt-1 -mb-2 flex justify-end">
          <Button
            variant="ghost"
            size="sm"
            className="-me-2"
            iconAfter={all ? 'chevron-up' : 'chevron-down'}
            aria-expanded={all}
            onClick={() => setExpanded(!all)}
          >
            {all ? 'Fewer Dates' : 'More Dates'}
          </Button>
        </div>
      ) : null}
      {closedTexts(shown).map((text) => (
        <p key={text} className="mt-1 text-sm text-muted">
          {text}
        </p>
      ))}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}

/** Formats why we're closed on the shown dates: "Nov 26: Thanksgiving", "Closed on Sundays". */
const closedTexts = (days: Day[] = []) => [
  ...new Set(
    days.flatMap(({ date, closed }) =>
      !closed || closed.startsWith('Closed')
        ? (closed ?? [])
        : `${formatMonthDay(date)}: ${closed}`,
    ),
  ),
];

type DateTileProps = {
  day: Day;
  name: string;
  isToday: boolean;
  chosen: boolean;
  invalid: boolean;
  onChoose: (date: string) => void;
};

function DateTile({ day, name, isToday, chosen, invalid, onChoose }: DateTileProps) {
  return (
    <label
      className={classNames(
        'choice relative flex min-h-[4.25rem] flex-col items-center justify-center px-0.5 py-1.5 text-center leading-tight',
        day.bookable || chosen ? 'cursor-pointer' : 'cursor-not-allowed',
      )}
    >
      <input
        type="radio"
        name={name}
        data-field="date"
        value={day.date}
        checked={chosen}
        disabled={!day.bookable && !chosen}
        aria-invalid={invalid || undefined}
        onChange={() => onChoose(day.date)}
        className="sr-only"
      />
      <span className="text-sm text-muted">{isToday ? 'Today' : formatWeekday(day.date)}</span>
      <span className="tabular text-sm font-semibold whitespace-nowrap min-[360px]:text-base sm:text-[0.9rem]">
        {formatMonthDay(day.date)}
      </span>
      {day.bookable ? null : (
        <span className="text-sm whitespace-nowrap">{day.closed ? 'Closed' : 'No slots'}</span>
      )}
    </label>
  );
}

function LoadingDates() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading dates…
      </span>
      {Array.from({ length: FIRST_DATES }, (_, tile) => (
        <Skeleton key={tile} className="h-[4.25rem] rounded-field" />
      ))}
    </>
  );
}
