import type { FieldErrors, Resolver } from 'react-hook-form';
import { toastError } from '@/client/components/feedback/toast-store';
import { type CheckedForm, useCheckedForm } from '@/client/components/form/use-checked-form';
import { untilFetched } from '@/client/components/until-fetched';
import { fetchedCode } from '@/client/lib/fetched-code';
import { UNREACHABLE } from '@/client/lib/problem';
import type { ReadOrderForm, TypedOrderForm } from '@/domain/appointment/book.schema';
import { ORDER_MESSAGES } from '@/domain/order/messages';
import type { OrderFormValues } from './order-values';

const NOT_SENT = 'Failed to create appointment';

export type OrderFormState = CheckedForm<TypedOrderForm, ReadOrderForm>;

/** Loads the schema. A page calls it before it's needed. Submitting the form reports a failure. */
export const fetchResolver = fetchedCode(
  () => import('./order-resolver'),
  (one) => one.orderResolver,
);

const resolver: Resolver<TypedOrderForm, unknown, ReadOrderForm> = async (...args) => {
  const orderResolver = await untilFetched(fetchResolver, NOT_SENT);
  if (orderResolver) return orderResolver(...args);
  return { values: {}, errors: { root: { type: 'unreachable', message: UNREACHABLE } } };
};

/**
 * Creates the order form's state. Its schema is large, so a page loads it when the form is touched.
 *
 * @param send must not reject
 */
export function useOrderForm(
  defaultValues: OrderFormValues,
  send: (order: ReadOrderForm) => Promise<unknown>,
): OrderFormState {
  return useCheckedForm(resolver, {
    defaultValues,
    send,
    onInvalid: (errors) => {
      const { title, description } = firstError(errors);
      toastError(title, description);
    },
  });
}

/** Returns the toast about the first error. The schema lists its fields in the form's order. */
export function firstError(errors: FieldErrors<TypedOrderForm>) {
  const field = Object.keys(errors)[0] as keyof TypedOrderForm | 'root' | undefined;
  const description = (field && errors[field]?.message) ?? '';
  return { field, title: titleOf(field, description), description };
}

function titleOf(field: keyof TypedOrderForm | 'root' | undefined, message: string): string {
  if (field === 'root') return NOT_SENT;
  if (field === 'location') return 'Missing Location';
  return message === ORDER_MESSAGES.noItems ? 'No Items Selected' : 'Missing Information';
}
