import { useEffect, useRef, useState } from 'react';
import { toast } from '@/client/components/toast-store';
import type { SaveCard } from '@/client/lib/card-outcome';
import { keepContact, readContact } from '@/client/lib/contact-store';
import { useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import type { OrderInput } from '@/domain/booking/schemas';
import { SENTENCES } from '@/domain/errors';
import { BookingForm, focusField } from './booking-form';
import { type Reach, reachOf, startValues } from './booking-values';
import type { Rules } from './load-rules';
import { PromoField } from './promo-field';
import { useBook } from './use-book';
import { type OrderForm, useOrderForm } from './use-order-form';
import { usePromoCode } from './use-promo-code';
import { useSlots } from './use-slots';

/** A success is read before the page moves on (customer section 9). */
const MOVE_ON_AFTER_MS = 2000;

type NewBookingProps = {
  saveCard: SaveCard;
  /** Asks a visitor to sign in; answers with a phone number when they go on as a guest. */
  askForAccount: () => Promise<{ kind: 'signed-in' } | { kind: 'guest'; phone: string } | null>;
  /** Two seconds after a booking. */
  onBooked: () => void;
  /** Called when somebody begins with the form: time to fetch what comes next. */
  onBegin: () => void;
};

/** The form that schedules a delivery. */
export function NewBooking({ saveCard, askForAccount, onBooked, onBegin }: NewBookingProps) {
  const me = useMe();
  const promo = usePromoCode();
  const { book, own } = useBook(saveCard);
  const slots = useSlots(own);
  const prices = trpc.pricing.current.useQuery(undefined, { staleTime: 0 });
  const [busy, setBusy] = useState(false);
  const moveOn = useRef<ReturnType<typeof setTimeout>>(undefined);
  const root = useRef<HTMLDivElement>(null);
  const form = useOrderForm(startValues(me ?? null, readContact(me?.id ?? null)));
  usePrefill(form, me);
  useEffect(() => () => clearTimeout(moveOn.current), []);

  /** How to reach the customer; null when that is not known yet, which has then been said. */
  const findReach = async (rules: Rules): Promise<Reach | null> => {
    const refuse = (title: string, description: string) => {
      toast({ variant: 'destructive', title, description });
      return null;
    };
    if (!me) {
      refuse('Account Required', SENTENCES.signInFirst);
      const answer = await askForAccount();
      return answer?.kind === 'guest' ? { customerPhone: answer.phone } : null;
    }
    const reach = reachOf(me, readContact(me.id));
    const refusal = rules.profileRefusal(reach);
    return refusal ? refuse(refusal.title, refusal.sentence) : reach;
  };

  const submit = async (order: OrderInput, rules: Rules) => {
    if (promo.isUntried && !(await promo.apply())) {
      focusField(root.current, 'promoCode');
      return;
    }
    const reach = await findReach(rules);
    if (!reach) return;
    clearTimeout(moveOn.current);
    setBusy(true);
    const promoCode = promo.code.trim() === '' ? null : promo.code.trim();
    const next = await book({ ...order, ...reach, promoCode });
    setBusy(false);
    if (next === 'choose-time') form.set('time', '');
    if (next !== 'booked') return;

    const contact = {
      email: reach.customerEmail,
      phone: reach.customerPhone,
      address: order.location,
    };
    keepContact(me?.id ?? null, contact);
    promo.clear();
    form.fill(startValues(me ?? null, contact), { keepTyped: false });
    moveOn.current = setTimeout(onBooked, MOVE_ON_AFTER_MS);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that somebody has begun.
    <div ref={root} onFocus={onBegin} onPointerDown={onBegin}>
      <BookingForm
        form={form}
        slots={slots}
        unitPrices={prices.data?.charged ?? null}
        testMode={promo.testMode}
        promo={<PromoField promo={promo} />}
        submitLabel="Schedule Delivery"
        busyText="Scheduling..."
        busy={busy}
        onValid={submit}
      />
    </div>
  );
}

/** Fills in what is known of whoever is here, without touching what was typed. */
function usePrefill({ fill }: OrderForm, me: ReturnType<typeof useMe>) {
  const filledFor = useRef<string | null | undefined>(undefined);
  const id = me === undefined ? undefined : (me?.id ?? null);
  useEffect(() => {
    if (id === undefined || filledFor.current === id) return;
    // What was typed stays for whoever signs in, and goes with whoever signs out.
    const somebodyLeft = typeof filledFor.current === 'string';
    filledFor.current = id;
    fill(startValues(me ?? null, readContact(id)), { keepTyped: !somebodyLeft });
  }, [id, me, fill]);
}
