import { useRef } from 'react';
import * as z from 'zod/mini';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import type { Inputs } from '@/client/lib/trpc';
import { formatLongDate, LAST_DATE } from '@/domain/dates';
import { dayRangeSchema } from '@/domain/slots/calendar.schema';
import type { CalendarChanges } from './use-calendar';

type RangePanelProps = { today: string; changes: CalendarChanges };

const FROM_TODAY = 'Select today or a later date.';

/** Blocks or opens all time slots of one day or of consecutive days. */
export function RangePanel({ today, changes }: RangePanelProps) {
  const { confirm, confirmDialog } = useConfirm();
  const pressed = useRef<'block' | 'open'>('block');

  const act = async (range: Inputs['admin']['blockDays']) => {
    const blocks = pressed.current === 'block';
    const days = daysOf(range);
    const yes = await confirm({
      title: blocks ? 'Block these days?' : 'Open these days?',
      description: blocks
        ? `${days}. Customers won’t be able to book these days. Booked deliveries won’t change.`
        : `${days}. Customers will be able to book all blocked windows again.`,
      confirmLabel: blocks ? 'Block Days' : 'Open Days',
      cancelLabel: blocks ? 'Keep Open' : 'Keep Blocked',
      danger: blocks,
    });
    if (yes) await (blocks ? changes.blockDays(range) : changes.openDays(range));
  };
  const isFromToday = z.refine<{ from: string }>(({ from }) => from >= today, { path: ['from'] });
  const form = useZodForm(dayRangeSchema.check(isFromToday), {
    defaultValues: { from: today, to: null },
    send: act,
  });
  const { register, errors } = form;

  return (
    <Panel
      tight
      icon="calendar"
      title="Bulk actions"
      subtitle="Block or open one day, or a range of days."
    >
      <Form form={form}>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="First Day" error={errors.from && FROM_TODAY}>
            <TextInput {...register('from')} type="date" min={today} max={LAST_DATE} />
          </Field>
          <Field label="Last Day" optional error={errors.to?.message}>
            <TextInput
              {...register('to', { setValueAs: (date: string | null) => date || null })}
              type="date"
              min={form.watch('from') || today}
              max={LAST_DATE}
            />
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="quiet"
            icon={OTHER_ICONS.lock}
            className="flex-1"
            onClick={() => {
              pressed.current = 'block';
            }}
          >
            Block Days
          </Button>
          <Button
            type="submit"
            variant="quiet"
            icon="check"
            className="flex-1"
            onClick={() => {
              pressed.current = 'open';
            }}
          >
            Open Days
          </Button>
        </div>
      </Form>
      {confirmDialog}
    </Panel>
  );
}

function daysOf({ from, to }: Inputs['admin']['blockDays']): string {
  const first = formatLongDate(from);
  return to && to !== from ? `${first} to ${formatLongDate(to)}` : first;
}
