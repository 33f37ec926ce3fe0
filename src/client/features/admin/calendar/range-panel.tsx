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

const FROM_TODAY = 'Please choose a day from today on.';

/** Blocks or opens every time slot of one day, or of several days in a row. */
export function RangePanel({ today, changes }: RangePanelProps) {
  const { confirm, confirmDialog } = useConfirm();
  const pressed = useRef<'block' | 'open'>('block');

  const act = async (range: Inputs['admin']['blockDays']) => {
    const blocks = pressed.current === 'block';
    const days = daysOf(range);
    const yes = await confirm({
      title: blocks ? 'Block these days?' : 'Open these days?',
      description: blocks
        ? `${days}. Customers can book none of their windows; booked deliveries stay as they are.`
        : `${days}. Every blocked window there can be booked again at once.`,
      confirmLabel: blocks ? 'Block days' : 'Open days',
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
      subtitle="For one day, or every day from the first to the last."
    >
      <Form form={form}>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="First day" error={errors.from && FROM_TODAY}>
            <TextInput {...register('from')} type="date" min={today} max={LAST_DATE} />
          </Field>
          <Field label="Last day" optional error={errors.to?.message}>
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
            Block days
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
            Open days
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
