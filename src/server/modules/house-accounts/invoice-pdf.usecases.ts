import { formatLongDate, formatMonthDay } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { formatDollars } from '@/domain/money';
import type { AnyCall } from '@/server/config/call';
import { companyLines } from '../appointments/receipt.usecases';
import { drawReceipt } from '../appointments/receipt-pdf';
import { readLogoFile } from '../business-settings/logo.usecases';
import { readCompany } from '../legal/company.usecases';
import { MOST_DELIVERIES, selectInvoice, selectInvoiceLines } from './house-accounts.repository';

/** Returns an invoice as a PDF in Base64, with the name of its file. */
export async function readInvoice(
  call: AnyCall,
  { number }: { number: number },
): Promise<{ name: string; pdf: string }> {
  const { db } = call.deps;
  const [[invoice], lines] = await db.read((orm) => [
    selectInvoice(orm, number),
    selectInvoiceLines(orm, number),
  ]);
  if (!invoice) throw new DomainError('not_found', 'We couldn’t find that invoice.');
  const [company, logo] = await Promise.all([readCompany(call), readLogoFile(call)]);
  const title = `Invoice ${number}`;
  const pdf = await drawReceipt({
    logo,
    company: companyLines(company),
    title,
    // Each line may wrap.
    mostLines: 4 * MOST_DELIVERIES,
    groups: [
      [
        { term: 'Bill to', value: invoice.billTo.replaceAll('\n', ', ') },
        { term: 'Date', value: formatLongDate(invoice.issuedOn) },
        { term: 'Due', value: formatLongDate(invoice.dueOn), isBold: true },
      ],
      lines.map((line) => ({
        term: `${formatMonthDay(line.date)}, ${line.publicCode}`,
        value: [
          formatDollars(line.amountCents),
          line.isCorrection ? 'Correction of an earlier invoice' : null,
          [line.location, line.slipNumber].filter(Boolean).join(', '),
        ]
          .filter(Boolean)
          .join(' · '),
      })),
      [{ term: 'Total', value: formatDollars(invoice.totalCents), isBold: true }],
    ],
  });
  return { name: `${title}.pdf`, pdf: Buffer.from(pdf).toString('base64') };
}
