import { RadioCards } from '@/client/components/radio-cards';
import { formatLongDate } from '@/domain/calendar';
import type { Day } from './use-slots';

type WindowChoiceProps = {
  /** The chosen date; undefined before one is chosen. */
  day: Day | undefined;
  value: string;
  onChange: (time: string) => void;
  /** The window that was chosen has just gone to somebody else. */
  taken: boolean;
  error?: string | undefined;
};

/** The time windows of the chosen date. Passed ones are not offered at all. */
export function WindowChoice({ day, value, onChange, taken, error }: WindowChoiceProps) {
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
          Time <span className="font-normal text-muted">on {formatLongDate(day.date)}</span>
        </>
      }
      columns={3}
      data-field="time"
      options={day.windows.map((window) => ({
        value: window.label,
        label: <Label text={window.label} />,
        disabled: window.state !== 'open',
        description: window.state === 'open' ? undefined : 'Unavailable',
      }))}
      value={value}
      onValueChange={onChange}
      error={taken ? 'That time has just been taken. Please choose another.' : error}
    />
  );
}

/** Breaks after the dash if it must, so that a time stays in one piece. */
function Label({ text }: { text: string }) {
  const [from, to] = text.split(' - ');
  return (
    <span className="tabular">
      <span className="whitespace-nowrap">{from} -</span>{' '}
      <span className="whitespace-nowrap">{to}</span>
    </span>
  );
}
