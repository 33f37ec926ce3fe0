import { useEffect, useRef } from 'react';
import type { SaveCard } from '@/client/appointment/card-outcome';
import { focusEvenFolded } from '@/client/components/fold';
import { toast } from '@/client/components/toast-store';
import { readContact, storeContact } from '@/client/lib/contact-store';
import { forgetDraft } from '@/client/lib/order-draft';
import { useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import type { ReadOrderForm } from '@/domain/appointment/book.schema';
import { MESSAGES } from '@/domain/errors';
import { type CustomerContact, contactOf, missingContact } from './customer-contact';
import { OrderForm } from './order-form';
import { blankValues } from './order-values';
import { PromoField } from './promo-field';
import { useBook } from './use-book';
import { firstOpen, useFirstTimeSlot } from './use-first-time-slot';
import { useOrderDraft } from './use-order-draft';
import { useOrderForm } from './use-order-form';
import { usePromoCode } from './use-promo-code';
import { useSlots } from './use-slots';

/** The time to read the success toast before the page changes (customer section 9). */
const MOVE_ON_AFTER_MS = 2000;

const BLANK = blankValues(null, {});

type BookAppointmentProps = {
  saveCard: SaveCard;
  /** Asks a visitor to sign in. A guest answers with a phone number. */
  askForAccount: () => Promise<{ kind: 'signed-in' } | { kind: 'guest'; phone: string } | null>;
  /** Called two seconds after the appointment was booked. */
  onBooked: () => void;
  /** Called at the first touch of the form, in time to load the code of the next steps. */
  onBegin: () => void;
};

/** The form that schedules a delivery. */
export function BookAppointment({
  saveCard,
  askForAccount,
  onBooked,
  onBegin,
}: BookAppointmentProps) {
  const me = useMe();
  const promo = usePromoCode();
  const promoInput = useRef<HTMLInputElement>(null);
  const { book, own } = useBook(saveCard);
  const slots = useSlots(own);
  const prices = trpc.pricing.current.useQuery(undefined, { staleTime: 0 });
  const moveOn = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(moveOn.current), []);

  /** The customer's contact details; null when they are missing, which a toast has told. */
  const findContact = async (): Promise<CustomerContact | null> => {
    if (!me) {
      toast({
        variant: 'destructive',
        title: 'Account Required',
        description: MESSAGES.signInFirst,
      });
      const answer = await askForAccount();
      return answer?.kind === 'guest' ? { customerPhone: answer.phone } : null;
    }
    const contact = contactOf(me, readContact(me.id));
    const missing = missingContact(contact);
    if (missing) toast({ variant: 'destructive', ...missing });
    return missing ? null : contact;
  };

  const send = async (order: ReadOrderForm) => {
    if (promo.isUntried && !(await promo.apply())) {
      if (promoInput.current) focusEvenFolded(promoInput.current);
      return;
    }
    const contact = await findContact();
    if (!contact) return;
    clearTimeout(moveOn.current);
    const next = await book({ ...order, ...contact, promoCode: promo.code.trim() || null });
    if (next === 'choose-time') form.setValue('time', '');
    if (next !== 'start-anew') return;

    const stored = {
      email: contact.customerEmail,
      phone: contact.customerPhone,
      address: order.location,
    };
    storeContact(me?.id ?? null, stored);
    forgetDraft();
    moveOn.current = setTimeout(onBooked, MOVE_ON_AFTER_MS);
  };
  const form = useOrderForm({ ...BLANK, ...firstOpen(slots.days) }, send);
  useOrderDraft(form, promo, me);
  useFirstTimeSlot(form, slots);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the first touch.
    <div onFocus={onBegin} onPointerDown={onBegin}>
      <OrderForm
        form={form}
        slots={slots}
        unitPrices={prices.data?.charged ?? null}
        testMode={promo.testMode}
        promo={<PromoField promo={promo} inputRef={promoInput} />}
        submitLabel="Schedule Delivery"
        busyText="Scheduling..."
      />
    </div>
  );
}
