import { type ReactNode, useEffect, useState } from 'react';
import { CallUs } from '@/client/appointment/call-us';
import { PriceLines } from '@/client/appointment/price-lines';
import { usePrices } from '@/client/appointment/use-prices';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { ErrorState } from '@/client/components/feedback/states';
import { Form } from '@/client/components/form/form';
import { Money } from '@/client/components/money';
import { problemOf } from '@/client/lib/problem';
import { useMe } from '@/client/lib/session';
import { type Cents, formatDollars } from '@/domain/money';
import { totalWord } from '@/domain/pricing/total-text';
import { DateChoice } from './date-choice';
import { FullCalendar } from './full-calendar';
import { OrderFields } from './order-fields';
import type { OrderFormValues } from './order-values';
import {
  type ListOf,
  pricedOrder,
  type Terms,
  type UnitPrices,
  useFirstPrices,
} from './priced-order';
import { TimeSlotChoice } from './time-slot-choice';
import type { BoatsAndDocks } from './use-boats-and-docks';
import type { CansQuestion } from './use-cans-question';
import type { OrderFormState } from './use-order-form';
import type { Day, useSlots } from './use-slots';

type OrderFormProps = {
  form: OrderFormState;
  slots: ReturnType<typeof useSlots>;
  unitPrices: UnitPrices;
  listOf: ListOf;
  terms: Terms;
  /**
   * The minimum price of fuel and ice. 0 if there's no minimum, or if the order was accepted
   * earlier.
   */
  leastCents?: Cents;
  account: BoatsAndDocks;
  cans: CansQuestion;
  /** Renders above the fields: an edit conflict, or the last order. */
  notice?: ReactNode;
  /** Someone else's changes that saving would merge. The total includes them. */
  toMerge?: Partial<OrderFormValues>;
  /** The promo code field, which only a new booking has. */
  promo?: ReactNode;
  /** The contact fields, which only a visitor's form has. */
  contact?: ReactNode;
  submitLabel: string;
  busyText: string;
};

/** Shows the order form for a new appointment or for a change. */
export function OrderForm(props: OrderFormProps) {
  const { form, slots, unitPrices, listOf, terms, leastCents } = props;
  const { testMode } = terms;
  const billTo = useMe()?.billTo;
  const { promo, submitLabel, busyText } = props;
  const { errors } = form;
  const limits = usePrices().data?.limits;
  const values = form.watch();
  const day = slots.days?.find(({ date }) => date === values.date);
  const isTaken = useLostTimeSlot(form, slots);
  const isFull = slots.days !== undefined && !slots.days.some(({ bookable }) => bookable);

  const chooseDate = (date: string) => {
    set(form, 'date', date);
    if (date !== values.date) form.setValue('time', '');
  };

  const priced = { ...values, ...props.toMerge };
  const { order = null, total = null } =
    pricedOrder(priced, unitPrices, { ...terms, listOf }) ?? {};
  const firstCents = useFirstPrices(unitPrices)?.[order?.fuelType ?? 'Regular'];
  const isMoved = order && order.estimatedGallonsTenths > 0 && order.unitPriceCents !== firstCents;

  return (
    <Form form={form} className="flex flex-col gap-5">
      {props.notice}
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
            error={errors.date?.message}
          />
          {isFull && slots.days ? (
            <FullCalendar days={slots.days} />
          ) : (
            <TimeSlotChoice
              day={day}
              value={values.time}
              onChange={(time) => set(form, 'time', time)}
              isTaken={isTaken && values.time === ''}
              error={errors.time?.message}
            />
          )}
          {promo && slots.days?.some(hasFullWindow) ? (
            <a href="/w/new" className="link inline-flex min-h-11 items-center">
              Join Waiting List
            </a>
          ) : null}
        </>
      )}
      <OrderFields
        unitPrices={unitPrices}
        listOf={listOf}
        account={props.account}
        cans={props.cans}
      />
      {promo}
      {props.contact}
      <div className="border-t border-edge pt-4">
        <PriceLines
          quote={total}
          order={order}
          testMode={testMode}
          hideEmpty
          after={[testMode && { term: 'Payment', value: <TestCard /> }]}
        />
        <p className="mt-3 text-sm text-muted">
          {testMode
            ? 'This is a test order. No card is stored, and you won’t be charged.'
            : billTo
              ? `We’ll bill ${billTo} after delivery.`
              : 'Pay $0.00 now. We’ll charge your card after delivery.'}
        </p>
        {limits ? <p className="tabular mt-1 text-sm text-muted">{limits}</p> : null}
        {leastCents && !(total && total.lines.fuel + total.lines.ice >= leastCents) ? (
          <p className="tabular mt-1 text-sm text-muted">
            The minimum order is {formatDollars(leastCents)} before the delivery fee.
          </p>
        ) : null}
        {order && !testMode && order.estimatedGallonsTenths > 0 ? (
          <p key={order.unitPriceCents} className="tabular mt-1 text-sm text-muted">
            Book now to lock in {formatDollars(order.unitPriceCents)} per gallon, even if the market
            changes.
          </p>
        ) : null}
      </div>
      <div className="order-bar flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 leading-tight">
          <Money size="lg" live className="max-sm:text-xl">
            <span className="sr-only">Total </span>
            {order && total && total.totalCents > 0 ? (
              <span key={totalWord(order)} className="text-sm font-normal min-[375px]:max-sm:block">
                {`${totalWord(order)} `}
              </span>
            ) : null}
            {total ? formatDollars(total.totalCents) : '–'}
          </Money>
          <span className="block text-sm text-muted">
            <span key={String(testMode)}>{testMode ? 'not charged' : '$0.00 now'}</span>
          </span>
          <span role="status" className="block text-sm font-semibold">
            {isMoved && firstCents !== undefined
              ? `Price changed, was ${formatDollars(firstCents)}/gal`
              : null}
          </span>
        </p>
        {isFull ? (
          <CallUs />
        ) : (
          <Button
            type="submit"
            variant="main"
            size="lg"
            busy={form.formState.isSubmitting}
            busyText={busyText}
            className="max-sm:px-4"
          >
            {submitLabel}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** True if the day has a window that people can wait for. */
const hasFullWindow = ({ timeSlots }: Day) => timeSlots.some(({ state }) => state === 'booked');

const TestCard = () => (
  <Badge tone="teal" icon="card">
    Test Card
  </Badge>
);

/** Sets a field as typing would, so that a valid value clears its error. */
function set(form: OrderFormState, field: 'date' | 'time', value: string) {
  form.setValue(field, value, {
    shouldDirty: true,
    shouldValidate: form.formState.isSubmitted,
  });
}

/**
 * Clears the selected window if another customer books it or it starts.
 * @returns true from then on, until another date is selected
 */
function useLostTimeSlot(
  { watch, setValue }: OrderFormState,
  { days }: ReturnType<typeof useSlots>,
) {
  const [date, time] = watch(['date', 'time']);
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    if (!days || date === '') return;
    const day = days.find((candidate) => candidate.date === date);
    if (!day) setValue('date', '');
    if (time === '') return;
    const isOpen = day?.timeSlots.some(({ label, state }) => label === time && state === 'open');
    setIsLost(!isOpen);
    if (!isOpen) setValue('time', '');
  }, [days, date, time, setValue]);
  useEffect(() => setIsLost(false), [date]);
  return isLost;
}
