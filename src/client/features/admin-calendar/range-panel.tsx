import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { TextInput } from '@/client/components/text-input';
import { formatLongDate, isCalendarDate } from '@/domain/calendar';
import { CALENDAR_SENTENCES } from '@/domain/slots/schemas';
import type { CalendarChanges } from './use-calendar';

type RangePanelProps = { today: string; changes: CalendarChanges };

/** Blocks or opens every window of a day or a stretch of days. */
export function RangePanel({ today, changes }: RangePanelProps) {
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState('');
  const [tried, setTried] = useState(false);
  const { confirm, confirmDialog } = useConfirm();

  const last = to || from;
  const fromError =
    isCalendarDate(from) && from >= today ? null : 'Please choose a day from today on.';
  const toError = last < from ? CALENDAR_SENTENCES.range : null;
  const days =
    last === from
      ? formatLongDate
      : (date: string) => `${formatLongDate(date)} to ${formatLongDate(last)}`;

  const act = async (kind: 'block' | 'open') => {
    setTried(true);
    if (fromError || toError) return;
    const blocks = kind === 'block';
    const yes = await confirm({
      title: blocks ? 'Block these days?' : 'Open these days?',
      description: blocks
        ? `${days(from)}. Customers can book none of their windows; booked deliveries stay as they are.`
        : `${days(from)}. Every blocked window there can be booked again at once.`,
      confirmLabel: blocks ? 'Block days' : 'Open days',
      danger: blocks,
    });
    if (!yes) return;
    const range = { from, to: to || null };
    await (blocks ? changes.blockDays(range) : changes.openDays(range));
  };

  return (
    <Panel
      tight
      icon="calendar"
      title="Bulk actions"
      subtitle="For one day, or every day from the first to the last."
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="First day" error={tried ? fromError : null}>
          <TextInput
            type="date"
            min={today}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </Field>
        <Field label="Last day" optional error={tried ? toError : null}>
          <TextInput
            type="date"
            min={from || today}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Field>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="quiet" icon="lock" className="flex-1" onClick={() => act('block')}>
          Block days
        </Button>
        <Button variant="quiet" icon="check" className="flex-1" onClick={() => act('open')}>
          Open days
        </Button>
      </div>
      {confirmDialog}
    </Panel>
  );
}
