import { ACCOUNT_PAYMENT_LABELS } from '@/domain/account/house-account';
import type { Company } from '@/domain/company';
import { formatLongDate } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import { formatDollars } from '@/domain/money';
import { fuelIntoText, orderAsItStands } from '@/domain/order/order';
import { cardName } from '@/domain/payment/card';
import {
  lineAmount,
  lineDetail,
  PRICE_LINE_LABELS,
  PRICE_LINES,
  quoteOf,
} from '@/domain/pricing/quote';
import { taxLines } from '@/domain/tax/tax';
import { formatClock, localMoment } from '@/domain/time';
import { type Zones, zoneAt } from '@/domain/time-zones';
import type { Call } from '@/server/config/call';
import { findUserById } from '../auth/users.repository';
import { readLogoFile } from '../business-settings/logo.usecases';
import { readCompany } from '../legal/company.usecases';
import { takeAttempt } from '../limits/limits.usecases';
import { selectSignature } from './own-appointments.repository';
import { readOwnAppointment } from './own-appointments.usecases';
import type { DeliveryDetails } from './owner.view';
import { drawReceipt, type ReceiptRow } from './receipt-pdf';

/** A receipt as a file. */
export type ReceiptFile = { name: string; pdf: Uint8Array };

/**
 * Returns the receipt of a completed delivery as a PDF, for everyone who may see it on the page.
 *
 * @throws `not_found` before the delivery is completed, and for other people
 */
export async function readReceipt(call: Call, input: { id: string }): Promise<ReceiptFile> {
  const { deps, actor } = call;
  const delivery = await readOwnAppointment(call, input);
  if (delivery.status !== 'completed') throw new DomainError('not_found', MESSAGES.notFound);
  await takeAttempt(call, { name: 'receipt', account: delivery.id, address: null });
  const [company, logo, signature, user] = await Promise.all([
    readCompany(call),
    readLogoFile(call),
    readSignature(call, delivery),
    // The page of a delivery link doesn't have the customer's name, so neither does its receipt.
    actor.kind === 'user' ? findUserById(deps.db.orm, actor.userId) : null,
  ]);
  const title = `Receipt ${delivery.publicCode}`;
  const customer = user?.fullName || user?.username;
  const pdf = await drawReceipt({
    logo,
    signature,
    company: companyLines(company),
    title: customer ? `${title} for ${customer}` : title,
    groups: [
      deliveryRows(delivery, deps.settings.zones),
      delivery.ticketRows,
      priceRows(delivery),
      paidRows(delivery),
    ],
  });
  return { name: `${title}.pdf`, pdf };
}

/** Returns the picture of the customer's signature, or null if there is none. */
async function readSignature({ deps }: Call, { id, photos }: DeliveryDetails) {
  if (!photos.some(({ kind }) => kind === 'signature')) return null;
  const [found] = await selectSignature(deps.db.orm, id);
  return found ? deps.photos.get(found.storageKey) : null;
}

/** Returns the lines about the company on top of a document. */
export const companyLines = ({ name, address, phone, email, license }: Company) =>
  [name, ...address.split('\n'), `${phone}, ${email}`, license].filter(Boolean);

function deliveryRows(delivery: DeliveryDetails, zones: Zones): ReceiptRow[] {
  const { location, slipNumber, boatName, completedAt, deliveredBy } = delivery;
  const at = completedAt ?? 0;
  // A receipt says the same after the business has another time zone.
  const timeZone = zoneAt(zones, at);
  return rowsOf([
    ['Date', formatLongDate(delivery.date)],
    ['Time', delivery.time],
    ['Delivered to', [location, slipNumber].filter(Boolean).join(', ')],
    ['Boat', boatName],
    [
      'Delivered on',
      at > 0 && `${formatLongDate(localMoment(at, timeZone).date)}, ${formatClock(at, timeZone)}`,
    ],
    ['Driver', deliveredBy],
    ['Fuel went into', fuelIntoText(orderAsItStands(delivery))],
  ]);
}

function priceRows(delivery: DeliveryDetails): ReceiptRow[] {
  const { lines, totalCents } = quoteOf(delivery);
  const order = orderAsItStands(delivery);
  return [
    ...PRICE_LINES.filter((line) => lines[line] !== 0).map((line) => ({
      term: PRICE_LINE_LABELS[line],
      value: [
        lineAmount(lines[line]),
        line === 'discount'
          ? delivery.discount?.label
          : lineDetail(line, order, delivery.unitPriceCents),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    { term: 'Total', value: formatDollars(totalCents), isBold: true },
    ...taxLines(delivery.taxes).map(({ term, amountCents, detail }) => ({
      term,
      value: [amountCents === null ? null : formatDollars(amountCents), detail]
        .filter(Boolean)
        .join(' · '),
    })),
  ];
}

function paidRows(delivery: DeliveryDetails): ReceiptRow[] {
  const { payments, paidCard, paidOn, refundedCents, remainingBalanceCents: owed } = delivery;
  const [first] = payments;
  const way = first?.way ?? 'card';
  const one =
    way !== 'card' ? ACCOUNT_PAYMENT_LABELS[way] : paidCard?.last4 ? cardName(paidCard) : 'Card';
  const isPaid = delivery.totalPaidCents > 0;
  return rowsOf([
    ['Paid', isPaid && formatDollars(delivery.totalPaidCents)],
    ...(payments.length > 1
      ? payments.map(({ kind, way, receivedCents, cardBrand: brand, cardLast4: last4 }) => {
          const name =
            way === 'card' ? cardName({ brand, last4 }) : ACCOUNT_PAYMENT_LABELS[way].toLowerCase();
          const what = kind === 'correction' ? 'Correction' : 'Delivery';
          return [what, `${formatDollars(receivedCents)}, ${name}`] as const;
        })
      : [['Paid with', isPaid && one] as const]),
    ['Paid on', paidOn && formatLongDate(paidOn)],
    ['Refunded', refundedCents > 0 && formatDollars(refundedCents)],
    ['Balance due', owed > 0 && formatDollars(owed)],
  ]);
}

const rowsOf = (rows: readonly (readonly [string, string | null | false])[]): ReceiptRow[] =>
  rows.flatMap(([term, value]) => (value ? [{ term, value }] : []));
