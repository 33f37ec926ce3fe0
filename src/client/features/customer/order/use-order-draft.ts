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
 * Fills the order form with this browser's draft and the customer's preferences, and stores what's
 * typed from then on. An expired session doesn't change the form, and another customer gets a new
 * one.
 *
 * @param me undefined until we know who is signed in
 */
export function useOrderDraft(
  { reset, watch }: OrderFormState,
  { forgetAnswer }: PromoCode,
  me: Me | null | undefined,
): void {
  const id = me === undefined ? undefined : (me?.id ?? null);
  const filledFor = useRef<{ id: typeof id } | null>(null);
  // Only effects read the draft, because the server renders the form without one.
  useLayoutEffect(() => {
    const before = filledFor.current;
    if (before !== null && before.id === id) return;
    filledFor.current = { id };
    const hasSessionEnded = typeof before?.id === 'string' && id === null;
    if (hasSessionEnded) return;
    if (typeof id === 'string') claimDraft(id);
    if (id === null) noteDraftSeen();
    const { userId } = readDraft();
    // Until the server answers, a draft is only shown if it belongs to the last known person.
    const isSomeoneElses = id === undefined && lastPerson() !== null && userId !== lastPerson();
    const next = blankBooking(me ?? null, readContact(id ?? null), lastGuestContact());
    if (isSomeoneElses || !hasDraft()) return reset(next);
    const { values, promoCode } = readDraft();
    const filled = withBlanksFilled({ ...next, ...typedValues(values), promoCode }, next);
    // The form compares its values with these defaults to know what was typed.
    reset(next);
    reset(filled, { keepDefaultValues: true });
    forgetAnswer();
  }, [id, me, reset, forgetAnswer]);

  useEffect(() => {
    const { unsubscribe } = watch((typed, { name }) => {
      if (!name) return;
      const { values: stored, guest, userId } = readDraft();
      const { promoCode = '', customerPhone: phone = '', customerEmail: email = '' } = typed;
      if (name === 'promoCode') return keepDraft({ promoCode });
      if (name === 'customerPhone') return keepDraft({ guest: { ...guest, phone } });
      if (name === 'customerEmail') return keepDraft({ guest: { ...guest, email } });
      const { date, time, ...values } = orderValuesOf(typed);
      // The draft also stores the date and window that the form itself selected.
      const chosen = date ? { date, time } : {};
      const all = { ...values, date, time };
      keepDraft({
        values: { ...stored, ...chosen, [name]: all[name as keyof typeof all] },
        userId: me?.id ?? userId,
      });
    });
    return unsubscribe;
  }, [watch, me]);

  useEffect(
    () =>
      onDraftForgotten(() => {
        // After Logout, the form resets even if nothing was typed.
        filledFor.current = null;
        forgetAnswer();
        reset(blankBooking(me ?? null, readContact(me?.id ?? null), lastGuestContact()));
      }),
    [forgetAnswer, reset, me],
  );
}
