import { useRef, useState } from 'react';
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
import { BookTotal } from './book-total';
import { CustomerChoice, type FoundCustomer, nameOf } from './customer-choice';
import { OrderFields } from './order-fields';
import { TimeSlotFields } from './time-slot-fields';

type Booked = Outputs['admin']['bookForCustomer'];

const KINDS = [
  { value: 'account', label: 'A customer' },
  { value: 'new', label: 'A new customer' },
  { value: 'guest', label: 'A guest' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** The fields of an account, and where they are typed here. */
const OF_ACCOUNT = [
  ['fullName', 'customerName'],
  ['phone', 'customerPhone'],
  ['email', 'customerEmail'],
] as const;

/** An earlier send, whose answer was lost, has booked; what was typed since is something else. */
const BOOKED_BEFORE =
  'It is booked already, as it was before you changed it. Close this, and change it on its day.';

type BookDialogProps = {
  today: string;
  onBooked: (booked: Booked) => void;
  onClose: () => void;
};

/** Books for a caller. The card is theirs to give, by the link that they are sent. */
export function BookDialog({ today, onBooked, onClose }: BookDialogProps) {
  const [kind, setKind] = useState<Kind>('account');
  const [customer, setCustomer] = useState<FoundCustomer | null>(null);
  const utils = trpc.useUtils();
  const book = trpc.admin.bookForCustomer.useMutation();
  const adding = trpc.admin.addCustomer.useMutation();
  const [requestId] = useState(newId);
  const shownTotal = useRef<Cents | null>(null);
  const { confirm, confirmDialog } = useConfirm();

  const form = useZodForm(bookForCustomerSchema, {
    defaultValues: {
      ...{ id: newId(), customerId: '', customerName: '', customerPhone: '', customerEmail: '' },
      ...{ date: today, time: '', location: '', slipNumber: '', overCapacityReason: '' },
      ...{ fuelType: 'Regular', canType: 'boat' },
      ...{ estimatedGallons: '', smallIceBags: '', largeIceBags: '', fillUp: false },
      ...{ boatId: null, boatName: '', boatTank: '' },
      ...{ dockId: null, gateCode: '', dockNote: '' },
    },
    send: async (typed) => {
      const account = kind === 'new' ? await addAccount() : null;
      const booked = await bookAt({ ...typed, ...account }, shownTotal.current);
      if (!booked) return;
      toastSuccess(
        `Appointment ${booked.publicCode} is booked`,
        `${
          booked.messagesTo
            ? `The link for the card goes to ${booked.messagesTo}.`
            : 'We don’t have an email address. The card link is under “Photos and history”.'
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

  /** Null if staff don't agree to a higher total; what was typed stays. */
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

  /** Once only: after a booking that failed, the account is there and chosen. */
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
    // The boat and the dock belong to the customer chosen before.
    form.setValue('boatId', null);
    if (!form.getValues('dockId')) return;
    for (const name of ['location', 'slipNumber'] as const) form.setValue(name, '');
    form.setValue('dockId', null);
  };

  return (
    <FormDialog
      form={form}
      size="lg"
      title="New booking"
      description={
        customer
          ? `For ${nameOf(customer)}, who gets a link to add a card. Without one, nothing is charged.`
          : 'For a caller, who gets a link to add a card. Without one, nothing is charged.'
      }
      submitLabel="Book"
      busyText="Booking…"
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
          choose(null);
        }}
      />
      {kind === 'account' ? (
        <CustomerChoice
          chosen={customer}
          onChoose={choose}
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
            hint={kind === 'new' ? 'A link to choose a password goes there.' : undefined}
          >
            <TextInput {...register('customerEmail')} type="email" icon="mail" autoComplete="off" />
          </Field>
        </>
      )}
      <TimeSlotFields today={today} />
      <OrderFields />
      <BookTotal shown={shownTotal} />
      {confirmDialog}
    </FormDialog>
  );
}
