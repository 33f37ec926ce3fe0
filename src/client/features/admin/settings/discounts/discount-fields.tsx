import { useFormContext } from 'react-hook-form';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import type { Outputs } from '@/client/lib/trpc';
import { FIRST_DATE, formatLongDate, LAST_DATE } from '@/domain/dates';
import { cents, formatAmount, formatDollars } from '@/domain/money';
import type { DiscountedLine } from '@/domain/pricing/discount';
import { DISCOUNTED_LINES } from '@/domain/pricing/discount-rules';

export type Discount = Outputs['admin']['discounts']['discounts'][number];

/** A discount's terms as staff type them. */
export type TypedTerms = {
  on: DiscountedLine;
  percent: string;
  amount: string;
  startsOn: string;
  endsOn: string;
  mostPerCustomer: string;
  mostInAll: string;
};

const LINE_NAMES: Record<DiscountedLine, string> = {
  fuel: 'Fuel',
  ice: 'Ice',
  delivery: 'Delivery fee',
};
const nameOf = (on: unknown) => LINE_NAMES[on as DiscountedLine];
const dateOf = (date: unknown) => formatLongDate(String(date));

/** How an edit conflict shows each field. */
export const DISCOUNT_FACTS = {
  on: { label: 'Off', text: nameOf },
  percent: { label: 'Percent', text: (percent: unknown) => `${percent}%` },
  amount: {
    label: 'Dollars',
    text: (amount: unknown) => formatDollars(cents(Math.round(Number(amount) * 100))),
  },
  startsOn: { label: 'First Day', text: dateOf },
  endsOn: { label: 'Last Day', text: dateOf },
  mostPerCustomer: { label: 'Uses per Customer' },
  mostInAll: { label: 'Total Uses' },
};

/** Returns the terms as staff type them. Without a discount, they're blank. */
export function termsOf(discount: Discount | null): TypedTerms {
  const textOf = (value: string | number | null | undefined) => String(value ?? '');
  const amountCents = discount?.amountCents ?? null;
  return {
    on: discount?.on ?? 'fuel',
    percent: textOf(discount?.percent),
    amount: amountCents === null ? '' : formatAmount(amountCents),
    startsOn: textOf(discount?.startsOn),
    endsOn: textOf(discount?.endsOn),
    mostPerCustomer: textOf(discount?.mostPerCustomer),
    mostInAll: textOf(discount?.mostInAll),
  };
}

/** Shows the fields of a discount's terms. */
export function DiscountFields() {
  const { register, formState } = useFormContext<TypedTerms>();
  const errorOf = (name: keyof TypedTerms) => formState.errors[name]?.message;
  return (
    <>
      <Field label="Off" error={errorOf('on')}>
        <Select
          {...register('on')}
          options={DISCOUNTED_LINES.map((line) => ({ value: line, label: LINE_NAMES[line] }))}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Percent"
          error={errorOf('percent')}
          hint="Enter a percentage or dollars, not both."
        >
          <NumberInput name="percent" after="%" />
        </Field>
        <Field
          label="Dollars"
          error={errorOf('amount')}
          hint="Never more than the price of the discounted items."
        >
          <NumberInput name="amount" decimal before="$" />
        </Field>
        <Field label="First Day" optional error={errorOf('startsOn')}>
          <TextInput {...register('startsOn')} type="date" min={FIRST_DATE} max={LAST_DATE} />
        </Field>
        <Field
          label="Last Day"
          optional
          error={errorOf('endsOn')}
          hint="Orders must be booked by this day. The delivery can be later."
        >
          <TextInput {...register('endsOn')} type="date" min={FIRST_DATE} max={LAST_DATE} />
        </Field>
        <Field
          label="Uses per Customer"
          optional
          error={errorOf('mostPerCustomer')}
          hint="The same account, phone number, or email."
        >
          <NumberInput name="mostPerCustomer" />
        </Field>
        <Field
          label="Total Uses"
          optional
          error={errorOf('mostInAll')}
          hint="Cancelled orders don’t count."
        >
          <NumberInput name="mostInAll" />
        </Field>
      </div>
    </>
  );
}
