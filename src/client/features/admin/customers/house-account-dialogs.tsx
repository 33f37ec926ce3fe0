import { useState } from 'react';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Checkbox } from '@/client/components/form/checkbox';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { newId } from '@/client/lib/new-id';
import { trpc } from '@/client/lib/trpc';
import { ACCOUNT_PAYMENT_LABELS, ACCOUNT_PAYMENT_WAYS } from '@/domain/account/house-account';
import {
  accountPaymentSchema,
  houseAccountSchema,
  issueInvoiceSchema,
  MAX_BILL_TO_LENGTH,
  MAX_REFERENCE_LENGTH,
} from '@/domain/account/house-account.schema';
import { formatMonthDay } from '@/domain/dates';
import { type Cents, formatDollars, toDollars } from '@/domain/money';
import type { HouseAccountPage } from './customer';

type DialogProps = { id: string; onClose: () => void };

/** Returns a function that shows a changed account, and the money on the customer's page. */
export function useShown(id: string) {
  const utils = trpc.useUtils();
  return (page: HouseAccountPage) => {
    utils.admin.houseAccount.setData({ id, invoicePage: 1 }, page);
    void utils.admin.houseAccount.invalidate({ id });
    void utils.admin.customer.invalidate({ id });
    void utils.admin.customerOrders.invalidate({ id });
    void utils.admin.waitingMoney.invalidate();
    void utils.admin.billing.invalidate();
  };
}

/** Opens, changes, or ends a house account. */
export function HouseAccountDialog({
  id,
  name,
  email,
  account,
  onClose,
}: DialogProps & { name: string; email: string | null; account: HouseAccountPage['account'] }) {
  const saving = trpc.admin.changeHouseAccount.useMutation();
  const show = useShown(id);
  const limit = account?.creditLimitCents;
  const form = useZodForm(houseAccountSchema, {
    defaultValues: {
      userId: id,
      termsDays: String(account?.termsDays ?? 30),
      billTo: account?.billTo ?? name,
      billingEmail: account ? (account.billingEmail ?? '') : (email ?? ''),
      creditLimit: limit ? String(toDollars(limit)) : '',
      isEnded: account !== null && account.endedAt !== null,
      readChange: account?.updatedAt ?? null,
    },
    send: async (typed) => {
      show(await saving.mutateAsync(typed));
      toastSuccess('House Account Saved');
      onClose();
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      title={account ? 'Edit house account' : 'Open house account'}
      description="We’ll bill deliveries completed from now on by invoice. We won’t charge the card."
      submitLabel="Save Account"
      busyText="Saving…"
      onClose={onClose}
    >
      <Field label="Payment Terms" error={errors.termsDays?.message} required>
        <NumberInput name="termsDays" after="days" />
      </Field>
      <Field
        label="Bill To"
        hint="The name and address on the invoice."
        error={errors.billTo?.message}
        required
      >
        <TextArea {...register('billTo')} maxLength={MAX_BILL_TO_LENGTH} />
      </Field>
      <Field
        label="Billing Email"
        hint="We send invoices here when you press Send Invoice."
        error={errors.billingEmail?.message}
        optional
      >
        <TextInput {...register('billingEmail')} type="email" autoComplete="off" />
      </Field>
      <Field
        label="Credit Limit"
        hint="We show a warning if the customer owes more."
        error={errors.creditLimit?.message}
        optional
      >
        <NumberInput name="creditLimit" decimal before="$" />
      </Field>
      {account ? (
        <Checkbox
          {...register('isEnded')}
          label="End the account and charge new deliveries to a card. Open deliveries without a card will need one."
        />
      ) : null}
    </FormDialog>
  );
}

/** Shows what an invoice would bill, and issues it. */
export function IssueInvoiceDialog({
  id,
  page,
  onClose,
}: DialogProps & { page: HouseAccountPage }) {
  const issuing = trpc.admin.issueInvoice.useMutation();
  const show = useShown(id);
  const [requestId] = useState(() => newId());
  const { unbilled, unbilledSum, totals, lastMonthEnds } = page;
  const form = useZodForm(issueInvoiceSchema, {
    defaultValues: {
      userId: id,
      through: unbilled.some(({ date }) => date <= lastMonthEnds) ? 'last_month' : 'today',
      expectedCents: 0,
      requestId,
    },
    send: async (typed) => {
      const through = typed.through as keyof typeof totals;
      const { number, ...shown } = await issuing.mutateAsync({
        ...typed,
        expectedCents: totals[through],
      });
      show(shown);
      toastSuccess(`Invoice ${number} Issued`);
      onClose();
    },
  });
  const through = form.watch('through');
  const listed = unbilled.filter(({ date }) => through === 'today' || date <= lastMonthEnds);
  const total = totals[through as keyof typeof totals];
  return (
    <FormDialog
      form={form}
      size="md"
      title="Issue invoice"
      description="An issued invoice can’t be changed. Later corrections go on the next one."
      submitLabel="Issue Invoice"
      busyText="Issuing…"
      disabled={listed.length === 0}
      onClose={onClose}
    >
      <Field label="Deliveries" error={form.errors.through?.message}>
        <Select
          {...form.register('through')}
          options={[
            { value: 'last_month', label: `Through ${formatMonthDay(lastMonthEnds)}` },
            { value: 'today', label: 'Everything so far' },
          ]}
        />
      </Field>
      <ul aria-label="Lines" className="max-h-64 divide-y divide-edge/70 overflow-y-auto">
        {listed.map((line) => (
          <li key={line.appointmentId} className="flex justify-between gap-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              {formatMonthDay(line.date)}, {line.publicCode}
              {line.isBilled ? ', correction' : ''}
            </span>
            <span className="tabular">{formatDollars(line.amountCents)}</span>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 font-semibold">
        <span>Total</span>
        <span className="tabular">{formatDollars(total)}</span>
      </p>
      {unbilledSum.deliveries > unbilled.length ? (
        <p className="text-sm text-muted">
          An invoice has up to {unbilled.length} deliveries, the oldest first. Issue another one for
          the rest.
        </p>
      ) : null}
    </FormDialog>
  );
}

/** Records a payment and applies it to the oldest deliveries. */
export function AccountPaymentDialog({
  id,
  openCents,
  onClose,
}: DialogProps & { openCents: Cents }) {
  const recording = trpc.admin.recordAccountPayment.useMutation();
  const show = useShown(id);
  const [requestId] = useState(() => newId());
  const form = useZodForm(accountPaymentSchema, {
    defaultValues: { userId: id, amount: '', way: 'check', reference: '', requestId },
    send: async (typed) => {
      show(await recording.mutateAsync(typed));
      toastSuccess('Payment Recorded');
      onClose();
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title="Record payment"
      description={`The account owes ${formatDollars(openCents)}. Payments go to the oldest deliveries first.`}
      submitLabel="Record Payment"
      busyText="Recording…"
      onClose={onClose}
    >
      <Field label="Amount" error={errors.amount?.message} required>
        <NumberInput name="amount" decimal before="$" />
      </Field>
      <Field label="Paid By" error={errors.way?.message}>
        <Select
          {...register('way')}
          options={ACCOUNT_PAYMENT_WAYS.map((value) => ({
            value,
            label: ACCOUNT_PAYMENT_LABELS[value],
          }))}
        />
      </Field>
      <Field
        label="Reference"
        hint="Such as a check number."
        error={errors.reference?.message}
        optional
      >
        <TextInput {...register('reference')} maxLength={MAX_REFERENCE_LENGTH} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
