import { readable } from '@/domain/account/own-data';
import { linesInDollars } from '@/domain/pricing/quote';
import { rateText, type SaleTax } from '@/domain/tax/tax';
import { type Ticket, ticketNumber } from '@/domain/trucks/ticket';
import type { UserCall } from '@/server/config/call';
import { customerView } from '../appointments/appointments.view';
import { ownProfile } from '../auth/profile.usecases';
import { messagesOf, selectOwnData, selectUnplainRecipients } from './own-data.repository';

/** The tax that a delivery's total includes, with its rates as people write them. */
const taxExport = ({ parts, rates, taxCents, certificate }: SaleTax) => ({
  taxCents,
  certificate,
  parts: parts.map((part) => ({ ...part, rate: rateText(rates[part.product]) })),
});

const ticketExport = ({ series, number, ...ticket }: Ticket) => ({
  number: ticketNumber({ series, number }),
  ...ticket,
});

/**
 * Returns everything stored about the caller in readable form, with amounts in dollars and instants
 * in UTC. It doesn't include passwords, tokens, signatures, Stripe's IDs, or staff's own notes.
 */
export async function exportOwnData(call: UserCall): Promise<Record<string, unknown>> {
  const { deps, actor } = call;
  const [profile, unplain] = await Promise.all([
    ownProfile(call),
    selectUnplainRecipients(deps.db.orm),
  ]);
  const [
    boats,
    docks,
    recurring,
    waiting,
    points,
    cards,
    exemptions,
    accounts,
    invoices,
    accountPayments,
    appointments,
    charges,
    refunds,
    photos,
    mails,
    sessions,
    written,
  ] = await deps.db.read((orm) =>
    selectOwnData(orm, messagesOf(actor.userId, [profile.email], unplain)),
  );
  const ofAppointment = <Row extends { appointmentId: string }>(rows: readonly Row[], id: string) =>
    rows.filter(({ appointmentId }) => appointmentId === id);
  return readable({
    exportedAt: deps.clock.now(),
    profile,
    boats: boats.map(({ userId, fillerPhotoKey, ...boat }) => boat),
    docks: docks.map(({ userId, ...dock }) => dock),
    recurringDeliveries: recurring.map(({ userId, ...delivery }) => delivery),
    waitingList: waiting.map(
      ({ userId, requestId, linkHash, phoneMark, emailMark, reason, ...entry }) => entry,
    ),
    loyaltyPoints: points.map(({ userId, id, ...rest }) => rest),
    savedCards: cards.map(({ cardBrand, cardLast4, expMonth, expYear, isDefault, createdAt }) => ({
      brand: cardBrand,
      last4: cardLast4,
      expMonth,
      expYear,
      isDefault,
      createdAt,
    })),
    houseAccount: accounts.map(({ userId, ...account }) => account),
    invoices: invoices.map(({ userId, requestId, issuedBy, ...invoice }) => invoice),
    accountPayments: accountPayments.map(({ userId, id, recordedBy, ...payment }) => payment),
    taxExemption: exemptions.map(({ certificate, setAt }) => ({ certificate, setAt })),
    appointments: appointments.map((row) => ({
      ...customerView(row),
      tax: row.taxes && taxExport(row.taxes),
      ticket: row.ticket && ticketExport(row.ticket),
      customerName: row.customerName,
      customerEmail: row.customerEmail,
      customerPhone: row.customerPhone,
      customerAddress: row.customerAddress,
      notes: row.notes,
      cancelReason: row.cancelReason,
      cancelledAt: row.cancelledAt,
      latitude: row.latitude,
      longitude: row.longitude,
      boat: row.boat,
      dock: row.dock,
      metresAway: row.metresAway,
      charges: ofAppointment(charges, row.id).map((charge) => ({
        amountCents: charge.amountCents,
        lines: linesInDollars(charge),
        state: charge.state,
        paidBy: charge.paidBy,
        settledAt: charge.settledAt,
        createdAt: charge.createdAt,
      })),
      refunds: ofAppointment(refunds, row.id).map(({ refund }) => ({
        amountCents: refund.amountCents,
        state: refund.state,
        reason: refund.reason,
        createdAt: refund.createdAt,
      })),
      photos: ofAppointment(photos, row.id).map(({ id, kind, createdAt }) => ({
        kind,
        createdAt,
        address: `${deps.settings.appUrl}/api/photos/${id}`,
      })),
    })),
    messages: mails.map(({ channel, recipient, subject, body, sentAt }) => ({
      channel,
      recipient,
      subject,
      text: body,
      sentAt,
    })),
    conversations: written.map(({ appointmentId, author, channel, body, createdAt }) => ({
      appointmentId,
      from: author,
      channel,
      text: body,
      createdAt,
    })),
    signedInDevices: sessions.map(({ userAgent, address, createdAt, lastSeenAt }) => ({
      device: userAgent,
      address,
      createdAt,
      lastSeenAt,
    })),
  });
}
