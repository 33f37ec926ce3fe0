import { useRef, useState } from 'react';
import { PromoCode } from '@/client/appointment/staff-promo-code';
import {
  asExpected,
  askedTotal,
  lowerTotalText,
  totalQuestion,
} from '@/client/appointment/total-question';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { RadioCards } from '@/client/components/form/radio-cards';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { newId } from '@/client/lib/new-id';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { bookForCustomerSchema } from '@/domain/appointment/book-for-customer.schema';
import type { Cents } from '@/domain/money';
import type { Discount } from '@/domain/pricing/discount';
import { BookTotal } from './book-total';
import { CustomerChoice, type FoundCustomer, type FoundGuest, nameOf } from './customer-choice';
import { OrderFields } from './order-fields';
import { TimeSlotFields } from './time-slot-fields';

type Booked = Outputs['admin']['bookForCustomer'];

const KINDS = [
  { value: 'account', label: 'Existing customer' },
  { value: 'new', label: 'New customer' },
  { value: 'guest', label: 'Guest' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** The fields that come from an account, each with the form's field for it. */
const OF_ACCOUNT = [
  ['fullName', 'customerName'],
  ['phone', 'customerPhone'],
  ['email', 'customerEmail'],
] as const;

/** Shown if an earlier request with other values was successful, but its answer was lost. */
const BOOKED_BEFORE =
  'This delivery was already booked with your earlier entries. Close this form, then edit the appointment.';

type BookDialogProps = {
  today: string;
  /** The customer who is selected first, or null. */
  customer: FoundCustomer | null;
  onBooked: (booked: Booked) => void;
  onClose: () => void;
};

/** Books for a caller, who adds a card later through the link we send. */
export function BookDialog({ today, customer: first, onBooked, onClose }: BookDialogProps) {
  const [kind, setKind] = useState<Kind>('account');
  // Arrow keys that go through the kinds must not lose the focus to the search box.
  const [hasSwitched, setHasSwitched] = useState(false);
  const [discount, setDiscount] = useState<Discount | null>(null);
  const [customer, setCustomer] = useState(first);
  const utils = trpc.useUtils();
  const book = trpc.admin.bookForCustomer.useMutation();
  const adding = trpc.admin.addCustomer.useMutation();
  const [requestId] = useState(newId);
  const shownTotal = useRef<Cents | null>(null);
  const { confirm, confirmDialog } = useConfirm();

  const form = useZodForm(bookForCustomerSchema, {
    defaultValues: {
      id: newId(),
      customerId: first?.id ?? '',
      customerName: '',
      customerPhone: '',
      customerEmail: '',
      date: today,
      time: '',
      location: '',
      slipNumber: '',
      overCapacityReason: '',
      fuelType: 'Regular',
      canType: 'boat',
      estimatedGallons: '',
      smallIceBags: '',
      largeIceBags: '',
      fillUp: false,
      boatId: null,
      boatName: '',
      boatTank: '',
      dockId: null,
      gateCode: '',
      dockNote: '',
      promoCode: '',
    },
    send: async (typed) => {
      const account = kind === 'new' ? await addAccount() : null;
      const booked = await bookAt({ ...typed, ...account }, shownTotal.current);
      if (!booked) return;
      toastSuccess(
        `${booked.publicCode} Booked`,
        `${
          booked.messagesTo
            ? `We’ll email the card link to ${booked.messagesTo}.`
            : booked.customerNotified
              ? 'We’ll text the customer the card link.'
              : 'We can’t email or text this customer. Find the card link under Photos and History.'
        }${lowerTotalText(booked.totalPriceCents, shownTotal.current)}`,
      );
      void utils.admin.day.invalidate();
      void utils.admin.appointments.invalidate();
      onBooked(booked);
    },
    onFailed: (problem, field) => {
      const accounts = OF_ACCOUNT.find(([name]) => name === problem.field)?.[1];
      if (field === 'id') form.setError('root', { message: BOOKED_BEFORE });
      else if (field === null) form.setError(accounts ?? 'root', { message: problem.message });
      void utils.admin.calendar.invalidate();
      if (field !== 'dockId') return;
      form.setValue('dockId', null);
      void utils.admin.customer.invalidate();
    },
  });
  const { register, errors } = form;

  /** @returns null if staff don't agree to a higher total, which keeps the form open */
  async function bookAt(
    input: Inputs['admin']['bookForCustomer'],
    shownCents: Cents | null,
  ): Promise<Booked | null> {
    try {
      return await book.mutateAsync({ ...input, ...asExpected(shownCents) });
    } catch (error) {
      const problem = problemOf(error);
      const askedCents = askedTotal(problem);
      if (askedCents === null) throw error;
      void utils.pricing.current.invalidate();
      const isMeant = await confirm(totalQuestion('Book', askedCents, problem.message));
      return isMeant ? bookAt(input, askedCents) : null;
    }
  }

  /** Runs only once. If the booking fails after that, the new account stays selected. */
  async function addAccount() {
    const [fullName = '', phone = '', email = ''] = form.getValues([
      'customerName',
      'customerPhone',
      'customerEmail',
    ]) as string[];
    const made = await adding.mutateAsync({ fullName, phone, email, requestId });
    choose({ ...made, fullName, phone, email });
    setKind('account');
    return { customerId: made.id, customerName: null, customerPhone: null, customerEmail: null };
  }
  const choose = (next: FoundCustomer | null) => {
    setCustomer(next);
    form.setValue('customerId', next?.id ?? '', { shouldDirty: true });
    for (const name of ['customerName', 'customerPhone', 'customerEmail'] as const) {
      form.setValue(name, '');
    }
    form.clearErrors('customerPhone');
    // The boat and dock belong to the customer who was selected before.
    form.setValue('boatId', null);
    if (!form.getValues('dockId')) return;
    for (const name of ['location', 'slipNumber'] as const) form.setValue(name, '');
    form.setValue('dockId', null);
  };
  /** Fills the form from a guest's last order. Staff still choose the window and the amounts. */
  const chooseGuest = (guest: FoundGuest) => {
    setKind('guest');
    choose(null);
    for (const [name, value] of [
      ['customerName', guest.customerName],
      ['customerPhone', guest.customerPhone],
      ['customerEmail', guest.customerEmail],
      ['location', guest.location],
      ['slipNumber', guest.slipNumber],
      ['boatName', guest.boatName],
    ] as const) {
      form.setValue(name, value ?? '', { shouldDirty: true });
    }
    if (guest.fuelType) form.setValue('fuelType', guest.fuelType, { shouldDirty: true });
  };

  return (
    <FormDialog
      form={form}
      size="lg"
      title="New booking"
      description={
        customer
          ? `We’ll send ${nameOf(customer)} a link to add a card. We can’t charge without a card.`
          : 'We’ll send the customer a link to add a card. We can’t charge without a card.'
      }
      submitLabel="Book"
      busyText="Booking…"
      otherAction={<BookTotal shown={shownTotal} discount={discount} />}
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <RadioCards
        legend="For"
        columns="fit"
        dense
        className="col-span-full"
        options={KINDS}
        value={kind}
        onValueChange={(next) => {
          setKind(next as Kind);
          setHasSwitched(true);
          choose(null);
        }}
      />
      {kind === 'account' ? (
        <CustomerChoice
          chosen={customer}
          onChoose={choose}
          onGuest={chooseGuest}
          takesFocus={!hasSwitched}
          error={errors.customerId?.message ?? errors.customerPhone?.message}
        />
      ) : (
        <>
          <Field
            label="Name"
            optional={kind === 'guest'}
            error={errors.customerName?.message}
            className="col-span-full"
          >
            <TextInput {...register('customerName')} icon="user" autoComplete="off" />
          </Field>
          <Field label="Phone" error={errors.customerPhone?.message} required>
            <TextInput {...register('customerPhone')} type="tel" icon="phone" autoComplete="off" />
          </Field>
          <Field
            label="Email"
            optional={kind === 'guest'}
            error={errors.customerEmail?.message}
            hint={kind === 'new' ? 'We’ll email a link to set a password.' : undefined}
          >
            <TextInput {...register('customerEmail')} type="email" icon="mail" autoComplete="off" />
          </Field>
        </>
      )}
      <TimeSlotFields today={today} />
      <OrderFields />
      <PromoCode onDiscount={setDiscount} />
      {confirmDialog}
    </FormDialog>
  );
}
