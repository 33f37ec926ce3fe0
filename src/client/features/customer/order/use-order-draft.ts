import { useEffect, useLayoutEffect, useRef } from 'react';
import { readContact } from '@/client/lib/contact-store';
import {
  forgetDraft,
  hasDraft,
  keepDraft,
  onDraftForgotten,
  readDraft,
} from '@/client/lib/order-draft';
import type { Me } from '@/client/lib/session';
import { blankValues, typedValues, withBlanksFilled } from './order-values';
import type { OrderFormState } from './use-order-form';
import type { PromoCode } from './use-promo-code';

/**
 * Fills the order form with what was typed in this browser, and the rest with what is known of the
 * customer; keeps what is typed from then on. A session that ends by itself changes nothing, and
 * another customer starts with a form of their own.
 *
 * @param me undefined until it is known who is signed in
 */
export function useOrderDraft(
  { reset, watch }: OrderFormState,
  { show: showPromo }: PromoCode,
  me: Me | null | undefined,
): void {
  const id = me === undefined ? undefined : (me?.id ?? null);
  const filledFor = useRef<{ id: typeof id } | null>(null);
  // Read in effects alone: the server draws the form without a draft.
  useLayoutEffect(() => {
    const before = filledFor.current;
    if (before !== null && before.id === id) return;
    filledFor.current = { id };
    const hasSessionEnded = typeof before?.id === 'string' && id === null;
    if (hasSessionEnded) return;
    const { userId } = readDraft();
    if (typeof id === 'string' && userId !== null && userId !== id) forgetDraft();
    const next = blankValues(me ?? null, readContact(id ?? null));
    if (!hasDraft()) return reset(next);
    const { values, promoCode } = readDraft();
    const filled = withBlanksFilled({ ...next, ...typedValues(values) }, next);
    // What was typed stays typed: the form compares with what it would start with.
    reset(next);
    reset(filled, { keepDefaultValues: true });
    showPromo(promoCode);
  }, [id, me, reset, showPromo]);

  useEffect(() => {
    const { unsubscribe } = watch(({ date, time, ...values }, { name }) => {
      if (!name) return;
      const { values: kept, userId } = readDraft();
      // The date and time slot that the form chose itself are kept with what is typed beside them.
      const chosen = date ? { date, time } : {};
      const all = { ...values, date, time };
      keepDraft({
        values: { ...kept, ...chosen, [name]: all[name as keyof typeof all] },
        userId: me?.id ?? userId,
      });
    });
    return unsubscribe;
  }, [watch, me]);

  useEffect(
    () =>
      onDraftForgotten(() => {
        // After Logout the form starts anew, even where nothing was typed.
        filledFor.current = null;
        showPromo('');
        reset(blankValues(me ?? null, readContact(me?.id ?? null)));
      }),
    [showPromo, reset, me],
  );
}
