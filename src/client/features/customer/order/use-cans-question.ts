import { useRef, useState } from 'react';
import type { Me } from '@/client/lib/session';
import type { TypedOrderForm } from '@/domain/appointment/book.schema';
import { asksAboutCans, prefilledCanType } from '@/domain/order/options';
import { hasItems } from '@/domain/order/order';
import type { Boat } from './first-choice';
import { EMPTY_CHOICES, orderSoFar } from './order-values';
import type { OrderFormState } from './use-order-form';

/**
 * Asks a customer who chose a boat or Fill Up whether the fuel really goes into cans. The answer counts until
 * the boat, the amount, or where the fuel goes changes.
 *
 * @param isKept true if the form starts with an order whose customer has already answered
 */
export function useCansQuestion(
  form: OrderFormState,
  boat: Boat | null,
  me: Me | null | undefined,
  isKept = false,
) {
  const [, showAgain] = useState(0);
  const kept = useRef(isKept ? keyOf(form.getValues()) : null);
  // A ref is used, because a new answer must already count in the submit handler of the same press.
  const isOpen = () => {
    const values = form.getValues();
    const { canType = EMPTY_CHOICES.canType, fillUp = false, boatId } = values;
    const order = orderSoFar(values);
    return (
      kept.current !== keyOf(values) &&
      asksAboutCans({
        canType,
        fillUp,
        hasFuel: order !== null && hasItems({ ...order, smallIceBags: 0, largeIceBags: 0 }),
        hasBoat: Boolean(boatId),
        preferred: me?.preferencesSavedAt ? prefilledCanType(me) : null,
      })
    );
  };
  return {
    isOpen,
    /** Accepts the cans for the boat and the amount that are selected now. */
    keep: () => {
      kept.current = keyOf(form.getValues());
      showAgain((times) => times + 1);
    },
    /** The reason for the question. */
    reason: () =>
      form.getValues('fillUp')
        ? 'You selected Fill Up, which fills the boat’s tank.'
        : `You selected ${boat?.name ?? 'a boat'}.`,
  };
}

export type CansQuestion = ReturnType<typeof useCansQuestion>;

const keyOf = ({ boatId, fillUp, canType }: Partial<TypedOrderForm>) =>
  `${boatId ?? ''} ${fillUp ?? false} ${canType ?? EMPTY_CHOICES.canType}`;

/** The question before sending an order, if the customer hasn't answered it in the form. */
export const cansQuestion = (reason: string) => ({
  title: 'Put the fuel into cans?',
  description: `${reason} You also selected cans, so the fuel would go into cans.`,
  confirmLabel: 'Put It Into Cans',
  cancelLabel: 'Keep Editing',
});
