import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Money } from '@/client/components/money';
import { ErrorState } from '@/client/components/states';
import { toast } from '@/client/components/toast-store';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import type { OrderInput } from '@/domain/booking/schemas';
import { formatDollars } from '@/domain/money';
import type { FuelType } from '@/domain/pricing/fuel';
import { quote } from '@/domain/pricing/quote';
import { gallonsOf } from './booking-values';
import { DateChoice } from './date-choice';
import { loadRules, preloadRules, type Rules } from './load-rules';
import { OrderFields } from './order-fields';
import { PriceSummary } from './price-summary';
import type { OrderForm } from './use-order-form';
import type { useSlots } from './use-slots';
import { WindowChoice } from './window-choice';

type BookingFormProps = {
  form: OrderForm;
  slots: ReturnType<typeof useSlots>;
  /** Cents a gallon by fuel type; null while they are not known. */
  unitPrices: Record<FuelType, number> | null;
  testMode: boolean;
  /** The promo code field, where there is one. */
  promo?: ReactNode;
  submitLabel: string;
  busyText: string;
  busy: boolean;
  /** Called with an order that keeps every rule, and with the rules for what else is to be checked. */
  onValid: (order: OrderInput, rules: Rules) => unknown;
};

/** The booking form (customer section 2), the same for a new delivery and for a change. */
export function BookingForm(props: BookingFormProps) {
  const { form, slots, unitPrices, testMode, promo, submitLabel, busyText, busy, onValid } = props;
  const { values, errors } = form;
  const node = useRef<HTMLFormElement>(null);
  const day = slots.days?.find(({ date }) => date === values.date);
  const taken = useLostWindow(form, slots);
  const working = useRef(false);

  const chooseDate = (date: string) => {
    form.set('date', date);
    if (date !== values.date) form.set('time', '');
  };

  const check = async () => {
    const rules = await loadRules().catch(() => null);
    if (!rules) {
      toast({
        variant: 'destructive',
        title: 'Failed to create appointment',
        description: UNREACHABLE,
      });
      return;
    }
    const checked = rules.checkOrder(values);
    if (checked.order) {
      await onValid(checked.order, rules);
      return;
    }
    const { title, sentence, field } = checked.first;
    form.setErrors(checked.errors);
    toast({ variant: 'destructive', title, description: sentence });
    focusField(node.current, field);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Enter may come twice before the button is drawn as busy.
    if (working.current) return;
    working.current = true;
    try {
      await check();
    } finally {
      working.current = false;
    }
  };

  const gallons = gallonsOf(values.estimatedGallons);
  const unitPriceCents = unitPrices?.[values.fuelType] ?? null;
  const total =
    unitPriceCents === null
      ? null
      : quote({
          gallons: gallons * 10,
          unitPriceCents,
          smallIceBags: values.smallIceBags,
          largeIceBags: values.largeIceBags,
          testMode,
        });

  return (
    <form
      ref={node}
      noValidate
      onSubmit={submit}
      onFocus={preloadRules}
      className="flex flex-col gap-5"
    >
      {slots.query.isError && !slots.days ? (
        <ErrorState title="Failed to fetch time slots" onRetry={() => slots.query.refetch()}>
          {problemOf(slots.query.error).message}
        </ErrorState>
      ) : (
        <>
          <DateChoice
            days={slots.days}
            today={slots.today}
            value={values.date}
            onChange={chooseDate}
            error={errors.date}
          />
          <WindowChoice
            day={day}
            value={values.time}
            onChange={(time) => form.set('time', time)}
            taken={taken && values.time === ''}
            error={day ? errors.time : undefined}
          />
        </>
      )}
      <OrderFields form={form} unitPrices={unitPrices} />
      {promo}
      <div className="border-t border-edge pt-4">
        <PriceSummary
          quote={total}
          gallons={gallons}
          unitPriceCents={unitPriceCents}
          smallIceBags={values.smallIceBags}
          largeIceBags={values.largeIceBags}
          testMode={testMode}
        />
        <p className="mt-3 text-sm text-muted">
          {testMode
            ? 'A test booking: no card is stored and nothing is charged.'
            : 'Charged after delivery, $0.00 now.'}
        </p>
      </div>
      <div className="sticky bottom-0 z-10 -mx-5 -mt-2 -mb-5 flex items-center justify-between gap-3 rounded-b-box border-t border-edge bg-base-100 px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:-mx-6 sm:-mb-6 sm:px-6 sm:py-4 lg:static">
        <p className="min-w-0 leading-tight">
          <Money size="lg" live className="max-sm:text-xl">
            <span className="sr-only">Total </span>
            {total ? formatDollars(total.totalCents) : '–'}
          </Money>
          <span className="block text-sm text-muted">{testMode ? 'not charged' : '$0.00 now'}</span>
        </p>
        <Button
          type="submit"
          variant="main"
          size="lg"
          busy={busy}
          busyText={busyText}
          className="max-sm:px-4"
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/**
 * Takes the chosen time back once its window is no longer open, and tells whether that happened:
 * somebody else was faster, or the window has begun.
 */
function useLostWindow(form: OrderForm, { days }: ReturnType<typeof useSlots>): boolean {
  const { set } = form;
  const { date, time } = form.values;
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (!days || date === '') return;
    const day = days.find((candidate) => candidate.date === date);
    if (!day) set('date', '');
    if (time === '') return;
    const isOpen = day?.windows.some(({ label, state }) => label === time && state === 'open');
    setLost(!isOpen);
    if (!isOpen) set('time', '');
  }, [days, date, time, set]);
  useEffect(() => setLost(false), [date]);
  return lost;
}

/** Focus goes to the field that is wrong; in a group to what can be chosen. */
export function focusField(form: HTMLElement | null, field: string): void {
  form?.querySelector<HTMLElement>(`[data-field="${field}"]:not(:disabled)`)?.focus();
}
