import { formatLongDate, formatMonthDay } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { formatDollars, minus, NO_CENTS, plus } from '@/domain/money';
import type { AnyCall } from '@/server/config/call';
import { companyLines } from '../appointments/receipt.usecases';
import { drawReceipt } from '../appointments/receipt-pdf';
import { readLogoFile } from '../business-settings/logo.usecases';
import { readCompany } from '../legal/company.usecases';
import {
  type InvoiceRow,
  MOST_DELIVERIES,
  selectInvoice,
  selectInvoiceLines,
} from './house-accounts.repository';

/**
 * Returns an invoice as a PDF in Base64, with the name of its file. Everything in it except the logo was saved
 * when the invoice was issued.
 */
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
  return drawInvoice(call, invoice, lines);
}

type Line = Pick<
  Awaited<ReturnType<typeof selectInvoiceLines>>[number],
  'publicCode' | 'date' | 'place' | 'amountCents' | 'taxCents' | 'isCorrection'
>;

/** Returns the rows between the total and the amount due. Empty if they're equal. */
function toPayRows({ totalCents, toPayCents }: Pick<InvoiceRow, 'totalCents' | 'toPayCents'>) {
  if (toPayCents === null || toPayCents === totalCents) return [];
  const settledCents = minus(totalCents, toPayCents);
  return [
    settledCents > 0
      ? { term: 'Already paid', value: `−${formatDollars(settledCents)}` }
      : {
          term: 'Credit already used',
          value: formatDollars(minus(NO_CENTS, settledCents)),
        },
    { term: 'Amount due', value: formatDollars(toPayCents), isBold: true },
  ];
}

/** Draws an invoice, which doesn't have to be saved yet. */
export async function drawInvoice(
  call: AnyCall,
  invoice: Omit<InvoiceRow, 'requestId' | 'issuedBy' | 'createdAt' | 'userId'>,
  lines: readonly Line[],
) {
  const { number } = invoice;
  const [company, logo] = await Promise.all([readCompany(call), readLogoFile(call)]);
  const title = `Invoice ${number}`;
  const taxCents = plus(NO_CENTS, ...lines.map((line) => line.taxCents));
  const pdf = await drawReceipt({
    logo,
    company: invoice.company ?? companyLines(company),
    title,
    // Each line may wrap.
    mostLines: 4 * MOST_DELIVERIES,
    groups: [
      [
        { term: 'Bill to', value: invoice.billTo.replaceAll('\n', ', ') },
        { term: 'Date', value: formatLongDate(invoice.issuedOn) },
        ...(invoice.termsDays === null
          ? []
          : [{ term: 'Terms', value: `Net ${invoice.termsDays} days` }]),
        { term: 'Due', value: formatLongDate(invoice.dueOn), isBold: true },
      ],
      lines.map((line) => ({
        term: `${formatMonthDay(line.date)}, ${line.publicCode}`,
        value: [
          formatDollars(line.amountCents),
          line.isCorrection ? 'Correction of an earlier invoice' : null,
          line.place,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
      [
        { term: 'Total', value: formatDollars(invoice.totalCents), isBold: true },
        ...(taxCents === 0 ? [] : [{ term: 'Tax included', value: formatDollars(taxCents) }]),
        ...toPayRows(invoice),
      ],
    ],
  });
  return { name: `${title}.pdf`, pdf: Buffer.from(pdf).toString('base64') };
}
