import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Skeleton } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Money } from '@/client/components/money';
import { Pager, usePageWithin } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { useMay } from '@/client/identity/use-may';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { saveFile } from '@/client/lib/save-file';
import { trpc } from '@/client/lib/trpc';
import { ACCOUNT_PAYMENT_LABELS, type InvoiceSendKind } from '@/domain/account/house-account';
import { formatMonthDay } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import type { HouseAccountPage } from './customer';
import {
  AccountPaymentDialog,
  HouseAccountDialog,
  IssueInvoiceDialog,
  useShown,
} from './house-account-dialogs';

type Invoice = HouseAccountPage['invoices'][number];

/** Number of an invoice's emails that are shown, the latest ones. */
const SENDS_SHOWN = 3;

/** A customer's house account: what's owed, the invoices, and the payments. */
export function HouseAccount({
  id,
  name,
  email,
}: {
  id: string;
  name: string;
  email: string | null;
}) {
  const may = useMay();
  const [invoicePage, setInvoicePage] = useState(1);
  const { data, isPlaceholderData } = trpc.admin.houseAccount.useQuery(
    { id, invoicePage },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  );
  usePageWithin(invoicePage, data && !isPlaceholderData ? data.invoicePages : null, setInvoicePage);
  const [dialog, setDialog] = useState<'account' | 'issue' | 'pay' | null>(null);
  const close = () => setDialog(null);
  const mayChange = may('concessions');
  const mayBill = may('billing');
  if (!data) {
    return (
      <Panel tight icon="dollar" title="House account">
        <Skeleton className="h-24 rounded-field" />
      </Panel>
    );
  }
  const { account, openCents, unbilled, unbilledSum, invoices, payments } = data;
  const isOpen = account !== null && account.endedAt === null;
  return (
    <Panel
      tight
      icon="dollar"
      title="House account"
      subtitle={
        isOpen
          ? `Billed by invoice, due in ${account.termsDays} days.`
          : account
            ? 'Ended. New deliveries are charged to the card.'
            : 'Deliveries are charged to the card.'
      }
      actions={data.isAboveLimit ? <Badge tone="red">Above Limit</Badge> : null}
    >
      {account ? (
        <>
          <p className="flex items-baseline justify-between gap-3">
            <span>Owed on the account</span>
            <Money>{formatDollars(openCents)}</Money>
          </p>
          <p className="flex items-baseline justify-between gap-3">
            <span>Not billed yet</span>
            <Money>{formatDollars(unbilledSum.cents)}</Money>
          </p>
          {account.billingEmail === null && invoices.length > 0 ? (
            <p className="mt-1 text-sm text-muted">
              There’s no billing email. To send invoices, add one with Edit Account. You can also
              download and print them.
            </p>
          ) : null}
          <ul aria-label="Invoices" className="mt-2 divide-y divide-edge/70">
            {invoices.map((invoice) => (
              <InvoiceLine
                key={invoice.number}
                id={id}
                invoice={invoice}
                hasEmail={account.billingEmail !== null}
                mayBill={mayBill}
              />
            ))}
          </ul>
          <Pager
            label="Invoices"
            page={invoicePage}
            pageCount={data.invoicePages}
            busy={isPlaceholderData}
            onPage={setInvoicePage}
          />
          {payments.length > 0 ? (
            <ul aria-label="Payments" className="mt-2 text-sm text-muted">
              {payments.map((payment) => (
                <li key={payment.id} className="py-0.5 wrap-anywhere">
                  {formatMonthDay(payment.receivedOn)}: {formatDollars(payment.amountCents)},{' '}
                  {ACCOUNT_PAYMENT_LABELS[payment.way]}
                  {payment.reference ? ` ${payment.reference}` : ''}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
      {mayBill ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {unbilled.length > 0 ? (
            <Button size="sm" variant="quiet" onClick={() => setDialog('issue')}>
              Issue Invoice
            </Button>
          ) : null}
          {openCents > 0 ? (
            <Button size="sm" variant="quiet" onClick={() => setDialog('pay')}>
              Record Payment
            </Button>
          ) : null}
          {mayChange ? (
            <Button size="sm" variant="quiet" onClick={() => setDialog('account')}>
              {account ? 'Edit Account' : 'Open House Account'}
            </Button>
          ) : null}
        </div>
      ) : null}
      {dialog === 'account' ? (
        <HouseAccountDialog id={id} name={name} email={email} account={account} onClose={close} />
      ) : null}
      {dialog === 'issue' ? <IssueInvoiceDialog id={id} page={data} onClose={close} /> : null}
      {dialog === 'pay' ? (
        <AccountPaymentDialog id={id} openCents={openCents} onClose={close} />
      ) : null}
    </Panel>
  );
}

type InvoiceLineProps = { id: string; invoice: Invoice; hasEmail: boolean; mayBill: boolean };

function InvoiceLine({ id, invoice, hasEmail, mayBill }: InvoiceLineProps) {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const sending = trpc.admin.sendInvoice.useMutation();
  const show = useShown(id);
  const { formatInstant } = useInstants();
  const { confirm, confirmDialog } = useConfirm();
  const { number, issuedOn, dueOn, totalCents, openCents, isOverdue, sends } = invoice;
  const sentOf = (kind: InvoiceSendKind) => sends.filter((one) => one.kind === kind);
  const send = async (kind: InvoiceSendKind) => {
    const before = sentOf(kind);
    const last = before.at(-1);
    const name = kind === 'invoice' ? `invoice ${number}` : 'the reminder';
    const sure =
      !last ||
      (await confirm({
        title: `Send ${name} again?`,
        description: `${last.sentBy} last sent it on ${formatInstant(last.sentAt)}.`,
        confirmLabel: 'Send Again',
        cancelLabel: 'Don’t Send',
      }));
    if (!sure) return;
    try {
      show(await sending.mutateAsync({ number, kind, sentBefore: before.length }));
      toastSuccess(kind === 'invoice' ? `Invoice ${number} Sent` : 'Reminder Sent');
    } catch (failure) {
      toastError('Email Not Sent', problemOf(failure).message);
      void utils.admin.houseAccount.invalidate({ id });
    }
  };
  const download = async () => {
    setBusy(true);
    try {
      const { name, pdf } = await utils.admin.invoice.fetch({ number });
      saveFile(
        name,
        Uint8Array.from(atob(pdf), (one) => one.charCodeAt(0)),
        'application/pdf',
      );
    } catch (failure) {
      toastError('Invoice Not Downloaded', problemOf(failure).message);
    }
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="font-semibold">Invoice {number}</span>{' '}
        {isOverdue ? (
          <Badge tone="red">Overdue</Badge>
        ) : openCents > 0 ? (
          <Badge tone="blue">Open</Badge>
        ) : (
          <Badge tone="green">{totalCents < 0 ? 'Credit' : 'Paid'}</Badge>
        )}
        <span className="block text-sm text-muted">
          {formatMonthDay(issuedOn)}, due {formatMonthDay(dueOn)}
          {openCents > 0 && openCents !== totalCents ? `, ${formatDollars(openCents)} left` : ''}
        </span>
        {sends.slice(-SENDS_SHOWN).map(({ kind, recipient, sentBy, sentAt, state }) => (
          <span key={`${kind}-${sentAt}`} className="block text-sm text-muted wrap-anywhere">
            {kind === 'invoice' ? 'Sent' : 'Reminder sent'}
            {recipient ? ` to ${recipient}` : ''} by {sentBy}, {formatInstant(sentAt)}
            {state === 'failed' ? <span className="text-error">. Not delivered.</span> : null}
            {state === 'waiting' ? '. Waiting for the email server.' : null}
          </span>
        ))}
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <Money>{formatDollars(totalCents)}</Money>
        {mayBill && hasEmail ? (
          <Button
            size="sm"
            variant="quiet"
            busy={sending.isPending}
            onClick={() => send('invoice')}
          >
            {sentOf('invoice').length > 0 ? 'Send Again' : 'Send Invoice'}
          </Button>
        ) : null}
        {mayBill && hasEmail && isOverdue ? (
          <Button
            size="sm"
            variant="quiet"
            busy={sending.isPending}
            onClick={() => send('reminder')}
          >
            Send Reminder
          </Button>
        ) : null}
        <Button size="sm" variant="quiet" busy={busy} onClick={download}>
          PDF
        </Button>
      </span>
      {confirmDialog}
    </li>
  );
}
