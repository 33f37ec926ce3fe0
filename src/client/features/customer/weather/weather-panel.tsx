import { useState } from 'react';
import { iconOf, nameOf } from '@/client/appointment/weather-text';
import { Button } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { Money } from '@/client/components/money';
import { CollapsiblePanel } from '@/client/components/panel';
import { useNow } from '@/client/lib/now';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatRelativeTime, formatWeekday } from '@/domain/dates';

type Forecast = Outputs['weather']['forecast'];
type Day = Forecast['days'][number];

const REFETCH_MS = 15 * 60_000;
const degrees = (value: number) => `${Math.round(value)}°`;

/** Shows today's weather at the lake. Opening the panel shows the forecast. */
export function WeatherPanel() {
  const [open, setOpen] = useState(false);
  const forecast = trpc.weather.forecast.useQuery(undefined, { refetchInterval: REFETCH_MS });
  const [today] = forecast.data?.days ?? [];
  return (
    <CollapsiblePanel
      title={<span className="whitespace-nowrap">Today</span>}
      icon={today ? iconOf(today) : 'sun'}
      open={open}
      onOpenChange={setOpen}
      summary={<Summary today={today} zipCode={forecast.data?.zipCode} state={forecast.status} />}
    >
      {forecast.data && today ? (
        <FiveDays forecast={forecast.data} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 text-muted">
          {WITHOUT_WEATHER[forecast.status]}
          {forecast.isError ? (
            <Button variant="quiet" size="sm" icon="refresh" onClick={() => forecast.refetch()}>
              Retry
            </Button>
          ) : null}
        </div>
      )}
    </CollapsiblePanel>
  );
}

/** The texts that replace the weather, by the state of the call. */
const WITHOUT_WEATHER = {
  pending: 'Loading weather...',
  error: 'Failed to fetch weather',
  success: 'Weather is unavailable right now',
};

type SummaryProps = {
  today: Day | undefined;
  zipCode: string | undefined;
  state: keyof typeof WITHOUT_WEATHER;
};

function Summary({ today, zipCode, state }: SummaryProps) {
  if (!today) return <span className="text-sm text-muted">{WITHOUT_WEATHER[state]}</span>;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 sm:gap-x-3">
      <span className="text-end text-sm leading-tight text-muted">
        <span className="block tabular">
          H {degrees(today.highTemp)} · L {degrees(today.lowTemp)}
        </span>
        <span className="block">Lake area {zipCode}</span>
      </span>
      <Money size="lg">{`${degrees(today.temperature)}F`}</Money>
      <span className="sr-only">{nameOf(today)}</span>
    </span>
  );
}

function FiveDays({ forecast }: { forecast: Forecast }) {
  const now = useNow(60_000);
  return (
    <>
      <h3 className="mb-2 text-base">5-Day Forecast</h3>
      <ul className="flex flex-col divide-y divide-edge">
        {forecast.days.map((day, index) => (
          <li key={day.date} className="flex items-center gap-3 py-2">
            <span className="w-16 font-medium">
              {index === 0 ? 'Today' : formatWeekday(day.date)}
            </span>
            <Icon name={iconOf(day)} size={24} className="text-primary" label={nameOf(day)} />
            <span className="flex-1 text-sm text-muted">{nameOf(day)}</span>
            <span className="tabular font-semibold">{degrees(day.highTemp)}</span>
            <span className="tabular w-10 text-end text-muted">{degrees(day.lowTemp)}</span>
          </li>
        ))}
      </ul>
      {forecast.updatedAt !== null ? (
        <p className="mt-2 text-sm text-muted">
          {forecast.stale
            ? 'We can’t reach the weather service. This forecast is from '
            : 'Updated '}
          {formatRelativeTime(forecast.updatedAt, now)}
        </p>
      ) : null}
    </>
  );
}
