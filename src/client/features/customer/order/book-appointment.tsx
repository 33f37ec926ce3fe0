import { useRef } from 'react';
import type { SaveCard } from '@/client/appointment/card-outcome';
import { totalQuestion } from '@/client/appointment/total-question';
import { usePrices } from '@/client/appointment/use-prices';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastError } from '@/client/components/feedback/toast-store';
import { focusEvenFolded } from '@/client/components/fold';
import { storeContact } from '@/client/lib/contact-store';
import { forgetDraft, keepDraft, readDraft } from '@/client/lib/order-draft';
import { isPageOver } from '@/client/lib/page-person';
import { useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { useFrozenWhileEditing } from '@/client/lib/use-frozen-while-editing';
import type { ReadOrderForm } from '@/domain/appointment/book.schema';
import { quoteNew } from '@/domain/pricing/quote';
import { keptIds } from './first-choice';
import { GuestContactFields } from './guest-contact-fields';
import { OrderForm } from './order-form';
import { blankBooking, type OrderFormValues, orderValuesOf, valuesOf } from './order-values';
import { pricedOrder } from './priced-order';
import { PromoField } from './promo-field';
import { SameAgain } from './same-again';
import { useBoatsAndDocks, useFirstBoatAndDock, useKnownBoatAndDock } from './use-boats-and-docks';
import { useBook } from './use-book';
import { cansQuestion, useCansQuestion } from './use-cans-question';
import { type AskForAccount, useFindContact } from './use-find-contact';
import { firstOpen, useFirstTimeSlot } from './use-first-time-slot';
import { useLastAppointment } from './use-last-appointment';
import { useOrderDraft } from './use-order-draft';
import { useOrderForm } from './use-order-form';
import { usePromoCode } from './use-promo-code';
import { useSlots } from './use-slots';

type BookAppointmentProps = {
  saveCard: SaveCard;
  askForAccount: AskForAccount;
  /** Opens the sign-in for a visitor who has an account. */
  onAccount: () => unknown;
  /** Called at every touch of the form, so that the next steps' code is loaded in time. */
  onBegin: () => void;
  /**
   * Called when a person uses the form. Focus doesn't count: a closing dialog may have moved it.
   */
  onUse?: (() => void) | undefined;
};

/** Shows the form that schedules a delivery. */
export function BookAppointment({
  saveCard,
  askForAccount,
  onAccount,
  onBegin,
  onUse,
}: BookAppointmentProps) {
  const me = useMe();
  const utils = trpc.useUtils();
  const promoInput = useRef<HTMLInputElement>(null);
  const { confirm, confirmDialog } = useConfirm();
  const { book, own } = useBook(saveCard, (totalCents, message) =>
    confirm(totalQuestion('Book', totalCents, message)),
  );
  const slots = useSlots(own);
  const prices = usePrices();
  const priceList = prices.data?.list ?? null;
  const listOf = () => priceList;

  const send = async (read: ReadOrderForm) => {
    const { promoCode, customerPhone, customerEmail, ...order } = read;
    const charged = prices.data?.charged ?? null;
    const shown = pricedOrder(form.getValues(), charged, { ...promo.terms, listOf });
    if (promo.isUntried && !(await promo.apply())) {
      if (promoInput.current) focusEvenFolded(promoInput.current);
      return;
    }
    if (account.mismatch?.isRefused) {
      const { text } = account.mismatch;
      toastError('Order Not Sent', text);
      return;
    }
    if (cans.isOpen() && !(await confirm(cansQuestion(cans.reason())))) return;
    const { userId: typedBy } = readDraft();
    // The draft keeps the order for a customer who signs in now.
    if (!me) keepDraft({ values: orderValuesOf(form.getValues()) });
    const contact = await findContact({
      customerPhone,
      customerEmail: customerEmail || undefined,
    });
    if (!contact) return;
    const customer = utils.auth.me.getData();
    // The session of the person who typed the order has expired, and someone else signed in.
    if (typedBy !== null && customer && customer.id !== typedBy) {
      toastError('Order Not Sent', 'Another account started this order. Check it, then try again.');
      return;
    }
    const next = await book(
      { ...order, ...contact, atDockAddress: true, promoCode: promoCode || null },
      shown?.total.totalCents ?? null,
    );
    if (next === 'choose-time') form.setValue('time', '');
    if (next === 'try-code') promo.forgetAnswer();
    if (next !== 'start-over') return;

    const stored = {
      email: contact.customerEmail,
      phone: contact.customerPhone,
      address: order.location,
    };
    if (!isPageOver()) storeContact(utils.auth.me.getData()?.id ?? null, stored);
    forgetDraft();
  };
  const booked = useLastAppointment();
  const known = useKnownBoatAndDock(booked);
  const start = { ...blankBooking(me ?? null, {}), ...known, ...firstOpen(slots.days) };
  const form = useOrderForm(start, send);
  const findContact = useFindContact(form, askForAccount);
  const promo = usePromoCode(form);
  useOrderDraft(form, promo, me);
  useFirstTimeSlot(form, slots);
  const account = useBoatsAndDocks(form);
  const cans = useCansQuestion(form, account.boat, me);
  useFirstBoatAndDock(form, account, booked);
  const offered = useFrozenWhileEditing(booked, me?.id);
  const last = offered.value && { ...offered.value, ...keptIds(account, offered.value) };
  const next = firstOpen(slots.days);
  /** Marks the values as typed, so that the draft stores them. */
  const fill = (values: OrderFormValues) => {
    for (const [field, value] of Object.entries(values)) {
      form.setValue(field as keyof OrderFormValues, value, { shouldDirty: true });
    }
  };

  const use = () => {
    offered.keep();
    onBegin();
    onUse?.();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices use of the form.
    <div onFocus={onBegin} onPointerDown={use} onKeyDown={use} onInput={use}>
      <OrderForm
        form={form}
        slots={slots}
        unitPrices={prices.data?.charged ?? null}
        listOf={listOf}
        leastCents={prices.data?.list.minimumOrderCents}
        terms={promo.terms}
        account={account}
        cans={cans}
        notice={
          last && next && !prices.isPending ? (
            <SameAgain
              last={last}
              next={next}
              estimateCents={prices.data ? quoteNew(last, prices.data).totalCents : null}
              onFill={() => {
                // The note isn't filled in, because it's about one delivery.
                fill({
                  ...valuesOf(last),
                  ...next,
                  driverNote: form.getValues('driverNote') ?? null,
                });
                cans.keep();
              }}
            />
          ) : null
        }
        promo={<PromoField promo={promo} inputRef={promoInput} />}
        contact={me === null ? <GuestContactFields form={form} onAccount={onAccount} /> : null}
        submitLabel="Schedule Delivery"
        busyText="Scheduling..."
      />
      {confirmDialog}
    </div>
  );
}
