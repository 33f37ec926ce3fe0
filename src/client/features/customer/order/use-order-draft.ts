import { useEffect, useLayoutEffect, useRef } from 'react';
import { readContact } from '@/client/lib/contact-store';
import {
  claimDraft,
  hasDraft,
  keepDraft,
  noteDraftSeen,
  onDraftForgotten,
  readDraft,
} from '@/client/lib/order-draft';
import { lastPerson } from '@/client/lib/page-person';
import type { Me } from '@/client/lib/session';
import { lastGuestContact } from './last-guest-contact';
import { blankBooking, orderValuesOf, typedValues, withBlanksFilled } from './order-values';
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
  { forgetAnswer }: PromoCode,
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
    if (typeof id === 'string') claimDraft(id);
    if (id === null) noteDraftSeen();
    const { userId } = readDraft();
    // Before the server answers, only a draft of the last known person is shown.
    const isSomeoneElses = id === undefined && lastPerson() !== null && userId !== lastPerson();
    const next = blankBooking(me ?? null, readContact(id ?? null), lastGuestContact());
    if (isSomeoneElses || !hasDraft()) return reset(next);
    const { values, promoCode } = readDraft();
    const filled = withBlanksFilled({ ...next, ...typedValues(values), promoCode }, next);
    // Typed values stay marked as typed: the form compares them with the values it would start with.
    reset(next);
    reset(filled, { keepDefaultValues: true });
    forgetAnswer();
  }, [id, me, reset, forgetAnswer]);

  useEffect(() => {
    const { unsubscribe } = watch((typed, { name }) => {
      if (!name) return;
      const { values: kept, guest, userId } = readDraft();
      const { promoCode = '', customerPhone: phone = '', customerEmail: email = '' } = typed;
      if (name === 'promoCode') return keepDraft({ promoCode });
      if (name === 'customerPhone') return keepDraft({ guest: { ...guest, phone } });
      if (name === 'customerEmail') return keepDraft({ guest: { ...guest, email } });
      const { date, time, ...values } = orderValuesOf(typed);
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
        forgetAnswer();
        reset(blankBooking(me ?? null, readContact(me?.id ?? null), lastGuestContact()));
      }),
    [forgetAnswer, reset, me],
  );
}
