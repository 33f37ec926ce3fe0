import { useId, useLayoutEffect, useRef, useState } from 'react';
import { iconOf, nameOf } from '@/client/appointment/weather-text';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Skeleton } from '@/client/components/feedback/states';
import { FieldError } from '@/client/components/form/field';
import { Icon } from '@/client/components/icon';
import { trpc } from '@/client/lib/trpc';
import { formatMonthDay, formatWeekday } from '@/domain/dates';
import type { Day } from './use-slots';

const WEEK = 7;
const TWO_WEEKS = 14;

type DateChoiceProps = {
  /** Undefined while loading. */
  days: Day[] | undefined;
  today: string | undefined;
  value: string;
  onChange: (date: string) => void;
  error?: string | undefined;
};

/**
 * Shows 2 weeks as a calendar whose columns start with today's weekday, and later dates on
 * request. A date without an available window can't be selected. On a very narrow screen, or with
 * large text, seven columns would be too narrow to press. Then there are fewer columns, and each
 * date shows its weekday.
 */
export function DateChoice({ days: all, today, value, onChange, error }: DateChoiceProps) {
  const id = useId();
  const weatherOf = useWeather();
  const dates = useRef<HTMLDivElement>(null);
  const [most, setMost] = useState(TWO_WEEKS);
  // The selected date is always among them.
  const days = all?.filter(({ date }, index) => index < most || date <= value);
  const shown = days?.length ?? 0;
  useLayoutEffect(() => {
    if (most === TWO_WEEKS) return;
    // The button may be gone now, so the focus moves to the first new date.
    const later = `label:nth-of-type(n + ${most - TWO_WEEKS + 1}) > :enabled`;
    dates.current?.querySelector<HTMLElement>(later)?.focus();
  }, [most]);
  return (
    <fieldset className="@container min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-[0.95rem] font-semibold">Date</legend>
      <div
        ref={dates}
        className="grid grid-cols-4 gap-x-px gap-y-1 max-sm:-mx-3.5 sm:gap-1.5 @2xs:grid-cols-7"
      >
        {(days?.slice(0, WEEK) ?? Array.from({ length: WEEK })).map((day, column) => (
          <span
            key={column}
            aria-hidden="true"
            className="hidden text-center text-sm text-muted @2xs:block"
          >
            {day && formatWeekday((day as Day).date)}
          </span>
        ))}
        {days?.map((day, index) => (
          <DateTile
            key={day.date}
            day={day}
            name={id}
            isToday={day.date === today}
            startsMonth={index === 0 || day.date.endsWith('-01')}
            weather={weatherOf(day.date)}
            chosen={day.date === value}
            invalid={Boolean(error)}
            onChoose={onChange}
          />
        ))}
        {days ? null : <LoadingDates />}
      </div>
      {all && shown < all.length ? (
        <Button
          variant="quiet"
          size="sm"
          block
          className="mt-2"
          onClick={() => setMost(shown + TWO_WEEKS)}
        >
          Later Dates
        </Button>
      ) : null}
      {/* The line always takes space, so that nothing below moves when another date is selected. */}
      <p key={value} className="mt-1.5 h-5 truncate text-sm text-muted">
        {weatherOf(value)?.text}
      </p>
      {closedTexts(days).map((text) => (
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

type Weather = { icon: ReturnType<typeof iconOf>; text: string; windMph: number | null };

/** Returns a function that looks up a date's weather, or null if the forecast doesn't reach it. */
function useWeather(): (date: string) => Weather | null {
  const { data } = trpc.weather.forecast.useQuery();
  return (date) => {
    const index = data?.days.findIndex((day) => day.date === date) ?? -1;
    const day = data?.days[index];
    if (!day) return null;
    const windMph = data.windMph[index] ?? null;
    const wind = windMph === null ? '' : `, wind up to ${windMph} mph`;
    return {
      icon: iconOf(day),
      windMph,
      text: `${nameOf(day)}, ${Math.round(day.highTemp)}°${wind}`,
    };
  };
}

type DateTileProps = {
  day: Day;
  name: string;
  isToday: boolean;
  /** True if the tile names its month. */
  startsMonth: boolean;
  weather: Weather | null;
  chosen: boolean;
  invalid: boolean;
  onChoose: (date: string) => void;
};

function DateTile(props: DateTileProps) {
  const { day, name, isToday, startsMonth, weather, chosen, invalid, onChoose } = props;
  const { date, bookable } = day;
  const [month, number] = formatMonthDay(date).split(' ');
  return (
    <label
      className={classNames(
        'choice relative flex min-h-20 flex-col items-center justify-center py-1 text-center text-sm leading-tight',
        bookable || chosen ? 'cursor-pointer' : 'cursor-not-allowed',
        closedText(day) === 'closed' && 'choice-closed',
      )}
    >
      <input
        type="radio"
        name={name}
        data-field="date"
        value={date}
        checked={chosen}
        disabled={!bookable && !chosen}
        aria-invalid={invalid || undefined}
        onChange={() => onChoose(date)}
        className="sr-only"
      />
      <span className="@2xs:sr-only">{isToday ? 'Today' : formatWeekday(date)} </span>
      <span className={startsMonth ? 'font-semibold' : 'sr-only'}>{month} </span>
      <span className="tabular text-lg leading-tight font-semibold">{number} </span>
      {bookable ? (
        <>
          {weather ? <Icon name={weather.icon} size={18} className="text-primary" /> : null}
          {weather?.windMph != null ? (
            <span className="whitespace-nowrap text-muted max-sm:sr-only">
              {`${weather.windMph} mph`}
            </span>
          ) : null}
          {day.left === 1 ? <span className="font-semibold whitespace-nowrap">1 left</span> : null}
        </>
      ) : (
        <>
          <span>{day.closed ? 'Closed' : 'No slots'} </span>
          {day.closed ? null : (
            <span className={isToday ? undefined : 'sr-only'}>{closedText(day)}</span>
          )}
        </>
      )}
    </label>
  );
}

/** Explains why a date has no open window. Null if it has one. */
function closedText({ bookable, closed, timeSlots }: Day): 'over' | 'closed' | 'full' | null {
  if (bookable) return null;
  if (closed) return 'closed';
  if (timeSlots.length === 0) return 'over';
  return timeSlots.some(({ state }) => state === 'blocked') ? 'closed' : 'full';
}

function LoadingDates() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading dates…
      </span>
      {Array.from({ length: TWO_WEEKS }, (_, tile) => (
        <Skeleton key={tile} className="h-20 rounded-field" />
      ))}
    </>
  );
}
