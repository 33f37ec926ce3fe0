import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { StripeElementStyle, StripeElementType } from '@stripe/stripe-js';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { text } from '@/domain/fields';
import type { TypedCard } from './confirm-setup';

const ZIP_LENGTH = 5;

/** The ZIP code is the only field that isn't Stripe's. */
const cardSchema = z.object({
  zip: text(ZIP_LENGTH),
});

export type CardFormProps = {
  formId: string;
  disabled: boolean;
  onSubmit: (typed: TypedCard) => unknown;
  onEscape: () => void;
  /** Called once a person has typed part of a card. */
  onTyped: () => void;
};

const isTouch = () => !window.matchMedia('(pointer: fine)').matches;

type FieldChange = { empty: boolean; complete: boolean; elementType: StripeElementType };

/** Shows Stripe's card fields and our ZIP field. Our code never sees the card number. */
export function CardForm({ formId, disabled, onSubmit, onEscape, onTyped }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const form = useZodForm(cardSchema, {
    defaultValues: { zip: '' },
    send: ({ zip }) =>
      onSubmit({ stripe, card: elements?.getElement(CardNumberElement) ?? null, zip }),
  });
  const options = useMemo(() => ({ style: fieldStyle(), disabled }), [disabled]);
  const leave = () => {
    if (!disabled) onEscape();
  };
  // On a touch screen, a field that's completed for the first time leads to the next one. With a
  // keyboard, people press Tab themselves.
  const completed = useRef(new Set<string>());
  const focusAfter: Partial<Record<StripeElementType, () => void>> = {
    cardNumber: () => elements?.getElement(CardExpiryElement)?.focus(),
    cardExpiry: () => elements?.getElement(CardCvcElement)?.focus(),
    cardCvc: () => zipInput.current?.focus(),
  };
  const zipInput = useRef<HTMLInputElement>(null);
  const zip = form.register('zip', {
    // With maxLength, the browser would cut a pasted " 49047" before the space is removed here.
    onChange: ({ target }) => {
      target.value = target.value.normalize('NFKC').trimStart().slice(0, ZIP_LENGTH);
    },
  });

  const element = {
    className: boxClass,
    onEscape: leave,
    onChange: ({ empty, complete, elementType }: FieldChange) => {
      if (!empty) onTyped();
      if (!complete || completed.current.has(elementType) || !isTouch()) return;
      completed.current.add(elementType);
      focusAfter[elementType]?.();
    },
  };

  return (
    <Form form={form} id={formId} className="grid grid-cols-2 gap-4">
      <Labelled
        label="Card Number"
        className="col-span-2"
        onLabel={() => elements?.getElement(CardNumberElement)?.focus()}
      >
        {(id) => (
          <CardNumberElement
            {...element}
            id={id}
            options={{ ...options, showIcon: true }}
            onReady={(field) => {
              // On a touch screen, the keyboard would cover half of the dialog, so the field
              // doesn't get the focus.
              if (!isTouch()) field.focus();
            }}
          />
        )}
      </Labelled>
      <Labelled
        label="Expiry Date"
        onLabel={() => elements?.getElement(CardExpiryElement)?.focus()}
      >
        {(id) => <CardExpiryElement {...element} id={id} options={options} />}
      </Labelled>
      <Labelled label="CVC" onLabel={() => elements?.getElement(CardCvcElement)?.focus()}>
        {(id) => <CardCvcElement {...element} id={id} options={options} />}
      </Labelled>
      <Field label="ZIP Code" error={form.errors.zip?.message} className="col-span-2 sm:col-span-1">
        <TextInput
          {...zip}
          ref={(input) => {
            zip.ref(input);
            zipInput.current = input;
          }}
          placeholder="12345"
          inputMode="numeric"
          autoComplete="postal-code"
          disabled={disabled}
          className="tabular"
        />
      </Field>
    </Form>
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

/** Labels a field that's in a frame. An ordinary label can't move the focus into a frame. */
function Labelled({ label, className, onLabel, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={className}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a label takes no key presses, and the field has its own tab stop. */}
      <label htmlFor={id} onClick={onLabel} className="mb-1.5 block text-[0.95rem] font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Stripe's fields are frames that can't use our CSS variables, so these colors are in hex. */
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
