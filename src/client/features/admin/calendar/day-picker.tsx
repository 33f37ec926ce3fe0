import { type KeyboardEvent, useRef } from 'react';
import { isDayOver } from '@/client/appointment/closed-text';
import { classNames } from '@/client/components/class-names';
import { formatLongDate, formatMonthDay, formatWeekday } from '@/domain/dates';
import type { StaffDay } from './use-calendar';

type DayPickerProps = {
  days: StaffDay[];
  today: string;
  value: string;
  onChange: (date: string) => void;
};

/** The days of the booking window as a radio group. Days without open slots are selectable too. */
export function DayPicker({ days, today, value, onChange }: DayPickerProps) {
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = days.findIndex((day) => day.date === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: days.length - 1 }[event.key];
    const next = to === undefined ? undefined : days[to];
    if (!next) return;
    event.preventDefault();
    onChange(next.date);
    row.current?.querySelector<HTMLElement>(`[data-date="${next.date}"]`)?.focus();
  };
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label="Date"
      onKeyDown={move}
      className="grid grid-cols-3 gap-2 min-[25rem]:grid-cols-4 md:grid-cols-7"
    >
      {days.map((day) => {
        const chosen = day.date === value;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a key with several lines, moved over with arrows.
          <button
            key={day.date}
            type="button"
            role="radio"
            aria-checked={chosen}
            aria-label={`${formatLongDate(day.date)}, ${summaryOf(day)}`}
            tabIndex={chosen ? 0 : -1}
            data-date={day.date}
            onClick={() => onChange(day.date)}
            className={classNames(
              'flex min-h-20 cursor-pointer flex-col items-center justify-center rounded-field border px-1 py-2 leading-tight transition-colors',
              chosen
                ? 'border-primary bg-primary text-primary-content'
                : day.noSlots
                  ? 'border-dashed border-edge bg-base-200 hover:border-primary'
                  : 'border-edge bg-base-100 hover:border-primary',
            )}
          >
            <span className={classNames('text-sm', !chosen && 'text-muted')}>
              {day.date === today ? 'Today' : formatWeekday(day.date)}
            </span>
            <span className="tabular font-semibold">{formatMonthDay(day.date)}</span>
            <span
              className={classNames(
                'mt-0.5 text-center text-[min(0.875rem,4.5vw)]',
                !chosen && 'text-muted',
              )}
            >
              {shortOf(day)}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function summaryOf(day: StaffDay): string {
  const windows = [
    `${windowCount(day.available)} available`,
    day.blocked > 0 && `${day.blocked} blocked`,
    day.booked > 0 && `${day.booked} booked`,
  ];
  const parts = [isDayOver(day) ? 'Past' : day.noSlots && 'No slots', ...windows];
  return parts.filter(Boolean).join(', ');
}

function shortOf(day: StaffDay): string {
  if (isDayOver(day)) return 'Past';
  return day.noSlots ? 'No slots' : `${windowCount(day.available)} open`;
}

/** @returns a number of windows. Lists of a day count spots, so the unit is always shown. */
const windowCount = (count: number) => `${count} ${count === 1 ? 'window' : 'windows'}`;
