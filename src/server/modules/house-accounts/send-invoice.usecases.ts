import { type ConditionalWrite, tryWriteGuarded } from '@/db/guarded-batch';
import type { InvoiceSendKind } from '@/domain/account/house-account';
import type { SendInvoiceInput } from '@/domain/account/house-account.schema';
import { DomainError } from '@/domain/errors';
import { NO_CENTS } from '@/domain/money';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import type { InvoiceFacts } from '../messages/emails/invoice-emails';
import { message } from '../messages/message';
import {
  insertSend,
  type SendRow,
  selectAccountOfInvoice,
  selectInvoice,
  selectInvoiceLines,
  selectSendsOfInvoice,
} from './house-accounts.repository';
import { drawInvoice } from './invoice-pdf.usecases';
import { readHouseAccount } from './read-house-account.usecases';

const KIND_OF_MESSAGE = { invoice: 'invoice', reminder: 'invoice-reminder' } as const;

/** What's kept of an email, and the write that puts it into the outbox. */
export function invoiceEmail(
  call: UserCall,
  kind: InvoiceSendKind,
  facts: InvoiceFacts,
): { row: SendRow; sending: ConditionalWrite | null } {
  const { number, userId, sequence, address } = facts;
  const messageKind = KIND_OF_MESSAGE[kind];
  return {
    row: {
      ...{ invoiceNumber: number, kind, sequence, recipient: address },
      messageKey: `${messageKind}:${userId}:${number}:${sequence}`,
      sentBy: call.actor.name,
      createdAt: call.deps.clock.now(),
    },
    sending: message(call, messageKind, facts),
  };
}

/**
 * Emails an invoice or a reminder with the PDF attached to the account's billing address. If two
 * people press at the same time, or one press is sent twice, one email is sent.
 *
 * @throws `conflict` if the account has no address, or the invoice isn't overdue
 * @throws `changed_meanwhile` if someone else just sent it
 */
export async function sendInvoice(call: UserCall, { number, kind, sentBefore }: SendInvoiceInput) {
  const { db } = call.deps;
  const [[invoice], lines, [owner], sends] = await db.read((orm) => [
    selectInvoice(orm, number),
    selectInvoiceLines(orm, number),
    selectAccountOfInvoice(orm, number),
    selectSendsOfInvoice(orm, number),
  ]);
  if (!invoice) throw new DomainError('not_found', 'We couldn’t find that invoice.');
  const address = owner?.account.billingEmail;
  if (!owner || !address) throw noAddress();
  const { userId } = owner.account;
  const [page, file] = await Promise.all([
    readHouseAccount(call, { id: userId }),
    drawInvoice(call, invoice, lines),
  ]);
  const sequence = sentBefore + 1;
  const isOwn = (rows: typeof sends) =>
    rows.some(
      (send) => send.kind === kind && send.sequence === sequence && send.sentBy === call.actor.name,
    );
  if (isOwn(sends)) return page;
  const state = page.invoices.find((one) => one.number === number);
  if (kind === 'reminder' && !state?.isOverdue) {
    throw new DomainError('conflict', 'This invoice isn’t overdue, so we didn’t send a reminder.');
  }
  const { totalCents, dueOn } = invoice;
  const { row, sending } = invoiceEmail(call, kind, {
    ...{ number, userId, sequence, address, file, totalCents, dueOn },
    openCents: state?.openCents ?? NO_CENTS,
  });
  const sent = await tryWriteGuarded(db, {
    guard: insertSend(db.orm, row),
    audit: audit(call, {
      action: kind === 'invoice' ? 'customer.invoice_sent' : 'customer.invoice_reminded',
      after: { customerId: userId, invoice: `${number}`, totalPriceCents: totalCents },
    }),
    also: [sending],
  });
  // A second press of the same person may have arrived in between.
  if (!sent && !isOwn(await selectSendsOfInvoice(db.orm, number))) {
    throw new DomainError(
      'changed_meanwhile',
      'Someone else just sent this email, so we didn’t send it again. Reload the page to see who.',
    );
  }
  return readHouseAccount(call, { id: userId });
}

export const noAddress = () =>
  new DomainError(
    'conflict',
    'This account has no billing email. Nothing was sent. Add one with Edit Account, or download the PDF and print it.',
  );
