import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { dayClosedText, slotNote } from '@/client/appointment/closed-text';
import { FOR_LINE, OverbookingReason } from '@/client/appointment/overbooking-reason';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { type Inputs, trpc } from '@/client/lib/trpc';
import { formatMonthDay, formatWeekday } from '@/domain/dates';
import { isForLine } from '@/domain/waiting-list/waiting-list';

/** The date and time window. Full or blocked windows can be selected with a reason. */
export function TimeSlotFields({ today }: { today: string }) {
  const { register, watch, resetField, formState } =
    useFormContext<Inputs['admin']['bookForCustomer']>();
  const { errors } = formState;
  const [date, time] = watch(['date', 'time']);
  const calendar = trpc.admin.calendar.useQuery(
    { date: date || today },
    { staleTime: 0, refetchOnMount: 'always' },
  );
  const days = calendar.data?.days ?? [];
  // A window that the owner removed may still have deliveries, but it doesn't accept new ones.
  const timeSlots = (calendar.data?.timeSlots ?? []).filter(({ isOffered }) => isOffered);
  const chosen = timeSlots.find(({ label }) => label === time);
  // An error about a missing time slot doesn't mean that one was refused.
  const isRefused = Boolean(time) && errors.time !== undefined;
  const isForOthers = chosen !== undefined && isForLine(chosen, chosen.line);
  const isFull = (chosen && slotNote(chosen) !== null) || isRefused;
  const isSet = useRef(false);
  const firstOpen = days.find((day) => dayClosedText(day) === null)?.date;
  // Selects the first date that has open windows, unless staff have already chosen one.
  useEffect(() => {
    if (isSet.current || firstOpen === undefined) return;
    isSet.current = true;
    if (!formState.dirtyFields.date) resetField('date', { defaultValue: firstOpen });
  }, [firstOpen, formState, resetField]);
  // A select drops a value that isn't among its options, even while the calendar is still loading.
  const dates = [...new Set([date || today, ...days.map((day) => day.date)])].sort();
  const options = timeSlots.map((slot) => {
    const note = slotNote(slot);
    const label = note ? `${slot.label} (${note})` : slot.label;
    // A past window can't be booked, even with a reason.
    return { value: slot.label, label, disabled: slot.isOver };
  });
  if (options.length === 0 && time) options.push({ value: time, label: time, disabled: false });
  return (
    <>
      <Field label="Date" error={errors.date?.message}>
        <Select
          {...register('date')}
          options={dates.map((value) => {
            const day = days.find((listed) => listed.date === value);
            const note = day && dayClosedText(day);
            const label = `${formatWeekday(value)}, ${formatMonthDay(value)}`;
            return { value, label: note ? `${label} (${note})` : label };
          })}
        />
      </Field>
      <Field
        label="Time Window"
        error={
          errors.time?.message ?? (calendar.isError ? 'We couldn’t load the windows.' : undefined)
        }
      >
        <Select {...register('time')} placeholder="Select a window" options={options} />
      </Field>
      <OverbookingReason
        isNeeded={isFull}
        why={isForOthers ? FOR_LINE : 'This window is full or blocked.'}
      />
    </>
  );
}
