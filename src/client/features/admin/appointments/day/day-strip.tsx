import { memo, useEffect, useRef } from 'react';
import { classNames } from '@/client/components/class-names';
import { type CalendarDate, formatLongDate, formatMonthDay, formatWeekday } from '@/domain/dates';
import { placesText, type StripDate } from '@/domain/dispatch/day';
import { strongestWind, type WindWarning, windText } from '@/domain/wind';

type DayStripProps = {
  dates: readonly StripDate[];
  winds: readonly WindWarning[];
  today: CalendarDate;
  chosen: CalendarDate;
  onChoose: (date: CalendarDate) => void;
};

/** The dates of the booking window with their open spots. The selected one is scrolled into view. */
export const DayStrip = memo(function DayStrip(props: DayStripProps) {
  const { dates, winds, today, chosen, onChoose } = props;
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!shown || !strip.current) return;
    const { offsetLeft, offsetWidth } = shown;
    const { scrollLeft, clientWidth } = strip.current;
    // A visible date must not move. Otherwise, a second press would select the date next to it.
    const isVisible =
      offsetLeft >= scrollLeft - 1 && offsetLeft + offsetWidth <= scrollLeft + clientWidth + 1;
    if (isVisible) return;
    strip.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2;
  }, [chosen]);
  return (
    <nav
      ref={strip}
      aria-label="Days"
      className="relative flex min-w-0 flex-1 gap-1 overflow-x-auto rounded-field border border-edge/70 bg-base-100"
    >
      {dates.map(({ date, ...places }) => {
        const wind = strongestWind(winds.filter((one) => one.date === date));
        return (
          <button
            key={date}
            type="button"
            aria-current={date === chosen ? 'date' : undefined}
            onClick={() => onChoose(date)}
            className={classNames(
              'min-h-11 shrink-0 grow cursor-pointer rounded-field px-2 text-start text-[0.925rem] leading-tight whitespace-nowrap',
              date === chosen ? 'bg-primary text-primary-content' : 'hover:bg-base-200',
            )}
          >
            <span className="block font-semibold">
              {date === today ? 'Today' : formatWeekday(date)}, {formatMonthDay(date)}
            </span>
            <span className={classNames('tabular block text-sm', date !== chosen && 'text-muted')}>
              {placesText(places)}
            </span>
            {wind ? (
              <span
                title={`${formatLongDate(date)}: ${windText(wind)}`}
                className={classNames(
                  'tabular block text-sm font-semibold',
                  date !== chosen && 'text-error',
                )}
              >
                Wind {wind.windMph} mph
              </span>
            ) : null}
          </button>
        );
      })}
    </nav>
  );
});
