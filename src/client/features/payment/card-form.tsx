import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { Field } from '@/client/components/field';
import { TextInput } from '@/client/components/text-input';
import type { TypedCard } from './confirm-setup';

const ZIP_LENGTH = 5;

export type CardFormProps = {
  formId: string;
  disabled: boolean;
  onSubmit: (typed: TypedCard) => unknown;
  onEscape: () => void;
};

/** Stripe's card fields and our ZIP. The number never touches our own code. */
export function CardForm({ formId, disabled, onSubmit, onEscape }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [zip, setZip] = useState('');
  const options = useMemo(() => ({ style: fieldStyle(), disabled }), [disabled]);
  const leave = () => {
    if (!disabled) onEscape();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit({ stripe, card: elements?.getElement(CardNumberElement) ?? null, zip });
  };

  return (
    <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-2 gap-4">
      <Labelled
        label="Card Number"
        className="col-span-2"
        onLabel={() => elements?.getElement(CardNumberElement)?.focus()}
      >
        {(id) => (
          <CardNumberElement
            id={id}
            className={boxClass}
            options={{ ...options, showIcon: true }}
            onEscape={leave}
            onReady={(field) => {
              // On a touch screen the keyboard would cover half of what has just opened.
              if (window.matchMedia('(pointer: fine)').matches) field.focus();
            }}
          />
        )}
      </Labelled>
      <Labelled
        label="Expiry Date"
        onLabel={() => elements?.getElement(CardExpiryElement)?.focus()}
      >
        {(id) => (
          <CardExpiryElement id={id} className={boxClass} options={options} onEscape={leave} />
        )}
      </Labelled>
      <Labelled label="CVC" onLabel={() => elements?.getElement(CardCvcElement)?.focus()}>
        {(id) => <CardCvcElement id={id} className={boxClass} options={options} onEscape={leave} />}
      </Labelled>
      <Field label="ZIP Code" className="col-span-2 sm:col-span-1">
        <TextInput
          value={zip}
          maxLength={ZIP_LENGTH}
          placeholder="12345"
          inputMode="numeric"
          autoComplete="postal-code"
          disabled={disabled}
          className="tabular"
          onChange={(event) => setZip(event.currentTarget.value.slice(0, ZIP_LENGTH))}
        />
      </Field>
    </form>
  );
}

const boxClass =
  'input block content-center [&.StripeElement--focus]:outline-3 [&.StripeElement--focus]:outline-offset-2 ' +
  '[&.StripeElement--focus]:outline-(--focus) [&.StripeElement--invalid]:border-2 [&.StripeElement--invalid]:border-error';

type LabelledProps = {
  label: string;
  className?: string;
  onLabel: () => void;
  children: (id: string) => ReactNode;
};

/** A label for a field that lives in a frame of its own, which a label cannot reach by itself. */
function Labelled({ label, className, onLabel, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={className}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a label takes no keys; the field has its own stop. */}
      <label htmlFor={id} onClick={onLabel} className="mb-1.5 block text-[0.95rem] font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** The fields are frames of Stripe's: they see none of our colours, so these are said in hex. */
function fieldStyle(): StripeElementStyle {
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    base: {
      color: dark ? '#eaf1f8' : '#11253b',
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      iconColor: dark ? '#8fbfe6' : '#0b4774',
      '::placeholder': { color: dark ? '#a9b8c8' : '#52637a' },
    },
    invalid: { color: dark ? '#ff9d92' : '#b3201c', iconColor: dark ? '#ff9d92' : '#b3201c' },
  };
}
