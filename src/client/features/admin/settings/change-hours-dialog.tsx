import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Button } from '@/client/components/button';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { DateInput } from '@/client/components/form/date-input';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { useRows } from '@/client/components/form/use-rows';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { WEEKDAYS, type Weekday } from '@/domain/account/recurring';
import { formatLongDate, isCalendarDate } from '@/domain/dates';
import { type ClosedDay, leadText, MAX_REASON, windowsOn } from '@/domain/slots/hours';
import { hoursSchema } from '@/domain/slots/hours.schema';
import { MIDNIGHT_MINUTES, SLOT_STEP_MINUTES, timeSlotOf } from '@/domain/slots/time-slots';
import { clockText } from '@/domain/time';

export type HoursView = Outputs['admin']['hours'];
type HoursValues = z.input<typeof hoursSchema>;

const STARTS = Array.from({ length: MIDNIGHT_MINUTES / SLOT_STEP_MINUTES }, (_, i) =>
  optionOf(i * SLOT_STEP_MINUTES),
);
const ENDS = [...STARTS.slice(1), { ...optionOf(MIDNIGHT_MINUTES), label: 'midnight' }];

function optionOf(minutes: number) {
  return { value: String(minutes), label: clockText(minutes) };
}

const LEADS = [0, 30, 60, 120, 240, 720, 1_440, 2_880];

type ChangeHoursDialogProps = {
  view: HoursView;
  /** Reads the hours again after someone else changed them. */
  readAgain: () => Promise<HoursView | undefined>;
  onClose: () => void;
};

/** Changes the owner's hours, all at once. */
export function ChangeHoursDialog({ view, readAgain, onClose }: ChangeHoursDialogProps) {
  const utils = trpc.useUtils();
  const changing = trpc.admin.changeHours.useMutation();
  const form = useZodForm(hoursSchema, {
    defaultValues: valuesOf(view),
    send: async (typed) => {
      const saved = await changing.mutateAsync(typed);
      utils.admin.hours.setData(undefined, saved);
      void utils.admin.calendar.invalidate();
      void utils.slots.invalidate();
      toastSuccess(
        'Hours Saved',
        saved.kept.length > 0
          ? 'Some booked deliveries are outside the new hours. They’re listed under Hours.'
          : 'Customers can now book the new hours.',
      );
      onClose();
    },
    onFailed: async (problem, field) => {
      if (field) return;
      form.setError('root', { message: problem.message });
      if (problem.reason !== 'changed_meanwhile') return;
      // The page behind the dialog now shows the other change, so saving again is deliberate.
      const fresh = await readAgain();
      if (fresh) form.setValue('readEntry', fresh.newestEntry);
    },
  });
  const { errors, register, watch, setValue } = form;
  const lead = view.hours.leadMinutes;
  const leads = [...new Set([...LEADS, ...(lead === null ? [] : [lead])])].sort((a, b) => a - b);
  return (
    <FormDialog
      form={form}
      size="lg"
      title="Change hours"
      description="Booked deliveries keep their windows. Days that you blocked stay blocked."
      submitLabel="Save Hours"
      alert={errors.week?.Sunday?.message}
      busyText="Saving…"
      onClose={onClose}
    >
      {WEEKDAYS.map((day) => (
        <DayWindows key={day} day={day} defaultCapacity={view.defaultCapacity} />
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Lead Time"
          hint="Booking closes this long before a window starts."
          error={errors.leadMinutes?.message}
        >
          <Select
            {...register('leadMinutes')}
            placeholder={`Default (${leadText(view.defaultLeadMinutes)})`}
            options={leads.map((minutes) => ({ value: String(minutes), label: leadText(minutes) }))}
          />
        </Field>
        <Field
          label="Days Ahead"
          hint="How many dates customers can book, including today."
          error={errors.daysAhead?.message}
        >
          <NumberInput name="daysAhead" step={1} after="days" />
        </Field>
        {SEASON.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            optional
            hint="Customers can’t book outside the season."
            error={errors[name]?.message}
          >
            <DateInput
              name={name}
              value={String(watch(name) ?? '')}
              onDate={(date) => setValue(name, date, { shouldDirty: true })}
            />
          </Field>
        ))}
      </div>
      <ClosedDays holidays={view.holidays} />
    </FormDialog>
  );
}

const SEASON = [
  ['seasonFirst', 'First Day of the Season'],
  ['seasonLast', 'Last Day of the Season'],
] as const;

function valuesOf({ hours, newestEntry }: HoursView): HoursValues {
  const week = WEEKDAYS.map((day, weekday) => [
    day,
    windowsOn(hours, weekday).map(({ index, places }) => {
      const { startMinutes, endMinutes } = timeSlotOf(index);
      return {
        start: String(startMinutes),
        end: String(endMinutes),
        places: places === null ? '' : String(places),
      };
    }),
  ]);
  return {
    week: Object.fromEntries(week) as HoursValues['week'],
    leadMinutes: hours.leadMinutes === null ? '' : String(hours.leadMinutes),
    daysAhead: String(hours.daysAhead),
    seasonFirst: hours.seasonFirst ?? '',
    seasonLast: hours.seasonLast ?? '',
    closedDays: [...hours.closedDays],
    readEntry: newestEntry,
  };
}

/** The windows of one weekday. */
function DayWindows({ day, defaultCapacity }: { day: Weekday; defaultCapacity: number }) {
  const { register, formState, getValues, setValue } = useFormContext<HoursValues>();
  const { rows, append, remove } = useRows<HoursValues['week'][Weekday][number]>(
    `week.${day}`,
    'start',
  );
  const errors = formState.errors.week?.[day];
  const copyToAll = () => {
    const windows = getValues(`week.${day}`);
    for (const other of WEEKDAYS) {
      if (other !== day) setValue(`week.${other}`, [...windows], { shouldDirty: true });
    }
  };
  const add = () => {
    const last = getValues(`week.${day}`).at(-1);
    const start = Math.min(Number(last?.end ?? 600), MIDNIGHT_MINUTES - 120);
    append({ start: String(start), end: String(start + 120), places: '' });
  };
  return (
    <fieldset className="rounded-field border border-edge p-3">
      <legend className="px-1 font-semibold">{day}</legend>
      {rows.length === 0 ? <p className="text-muted">Closed</p> : null}
      {rows.map((_, i) => (
        <div key={i} className="mb-3 flex flex-wrap items-start gap-2">
          <Field
            label={`${day}, window ${i + 1}: start`}
            labelHidden
            error={errors?.[i]?.start?.message}
            className="min-w-32 flex-1"
          >
            <Select {...register(`week.${day}.${i}.start`)} options={STARTS} />
          </Field>
          <Field
            label={`${day}, window ${i + 1}: end`}
            labelHidden
            error={errors?.[i]?.end?.message}
            className="min-w-32 flex-1"
          >
            <Select {...register(`week.${day}.${i}.end`)} options={ENDS} />
          </Field>
          <Field
            label={`${day}, window ${i + 1}: spots`}
            labelHidden
            error={errors?.[i]?.places?.message}
            className="w-32"
          >
            <NumberInput
              name={`week.${day}.${i}.places`}
              placeholder={String(defaultCapacity)}
              after="spots"
            />
          </Field>
          <Button
            size="sm"
            variant="ghost"
            className="text-error"
            aria-label={`Remove window ${i + 1} of ${day}`}
            onClick={() => remove(i)}
          >
            Remove
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="quiet"
          icon="plus"
          aria-label={`Add Window on ${day}`}
          onClick={add}
        >
          Add Window
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Copy to Every Day: ${day}’s Windows`}
          onClick={copyToAll}
        >
          Copy to Every Day
        </Button>
      </div>
    </fieldset>
  );
}

/** The closed days with their reasons, and the holidays to add. */
function ClosedDays({ holidays }: { holidays: readonly ClosedDay[] }) {
  const { register, formState, watch, setValue } = useFormContext<HoursValues>();
  const { rows, append, remove } = useRows<ClosedDay>('closedDays', 'reason');
  const errors = formState.errors.closedDays;
  const listed = new Set(watch('closedDays').map(({ date }) => date));
  const missing = holidays.filter(({ date }) => !listed.has(date));
  return (
    <fieldset className="rounded-field border border-edge p-3">
      <legend className="px-1 font-semibold">Closed days</legend>
      <p className="mb-2 text-sm text-muted">Customers see the reason in the order form.</p>
      {rows.map((_, i) => (
        <div key={i} className="mb-3 flex flex-wrap items-start gap-2">
          <Field
            label={`Closed day ${i + 1}: date`}
            labelHidden
            error={errors?.[i]?.date?.message}
            className="min-w-40"
          >
            <DateInput
              value={watch(`closedDays.${i}.date`)}
              onDate={(date) => setValue(`closedDays.${i}.date`, date, { shouldDirty: true })}
            />
          </Field>
          <Field
            label={`Closed day ${i + 1}: reason`}
            labelHidden
            error={errors?.[i]?.reason?.message}
            className="min-w-40 flex-1"
          >
            <TextInput
              {...register(`closedDays.${i}.reason`)}
              placeholder="Reason"
              maxLength={MAX_REASON}
              autoComplete="off"
            />
          </Field>
          <Button
            size="sm"
            variant="ghost"
            className="text-error"
            aria-label={`Remove closed day ${i + 1}`}
            onClick={() => remove(i)}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        variant="quiet"
        icon="plus"
        onClick={() => append({ date: '', reason: '' })}
      >
        Add Closed Day
      </Button>
      {missing.length > 0 ? (
        <section aria-label="Suggested holidays" className="mt-3">
          <p className="text-sm text-muted">Holidays to add:</p>
          <div className="mt-1 flex flex-wrap gap-2">
            {missing.map((day) => (
              <Button
                key={day.date}
                size="sm"
                variant="quiet"
                icon="plus"
                title={isCalendarDate(day.date) ? formatLongDate(day.date) : undefined}
                onClick={() => append(day)}
              >
                {day.reason}
              </Button>
            ))}
          </div>
        </section>
      ) : null}
    </fieldset>
  );
}
