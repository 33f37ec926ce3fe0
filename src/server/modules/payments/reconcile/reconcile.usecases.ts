import type { Queryable } from '@/db/client';
import { formatDollars } from '@/domain/money';
import { sequenceOf } from '@/domain/payment/charge';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorInWords } from '@/server/config/log';
import { type PaymentEvent, PaymentsRejected } from '@/server/ports/payments/port';
import { findAppointment } from '../../appointments/appointments.repository';
import { completeLedger } from '../../ledger/ledger.usecases';
import { addingReviewItem } from '../../review/review.repository';
import { type ChargeRow, findChargeByIntent, selectCharges } from '../charges/charges.repository';
import { openDisputes } from '../disputes/disputes.repository';
import { advanceRefunds, selectRefundsToSweep } from '../refunds/send-refunds.usecases';
import { handlePaymentEvent } from '../webhook.usecases';
import { differenceItem, paidDifference } from './payment-difference-item';
import { chargesToCompare, savingMark, selectMark } from './reconcile.repository';
import { compareCharge, type Findings } from './reconcile-charge.usecases';
import { compareDisputes } from './reconcile-disputes.usecases';
import { compareLedger, lackedText } from './reconcile-ledger.usecases';

export type ReconcileReport = Findings & {
  checked: { events: number; missing: number; charges: number };
};

/** The events we act on. Stripe lists at most 20 types per request. */
const TYPES = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_method.detached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'customer.deleted',
];
const DAY_MS = 86_400_000;
/** Stripe keeps its events for 30 days. */
const EVENTS_KEPT_MS = 30 * DAY_MS;
/**
 * Stripe may list events a little late. An event that was already handled only costs a lookup in
 * our table.
 */
const OVERLAP_MS = 600_000;
/** Charges that changed this recently are compared again. */
const RECENT_MS = 3 * DAY_MS;
const PAGE = 100;
/** Maximum number of differences in one log line. */
const MOST_LOGGED = 10;
/** Maximum number of events that the port returns. Older ones are covered by the comparison of charges. */
const MOST_EVENTS = 10_000;

/**
 * Compares our books with Stripe and fixes differences: first events that never arrived, then every
 * recent or open charge, then the ledger. Each fix retrieves the state from Stripe and never goes
 * back to an earlier one. So it's safe at any time, in several processes, and while webhooks and
 * the sweeper run.
 */
export async function reconcile({ deps }: AnyCall): Promise<ReconcileReport> {
  const found: Findings = { mended: [], unmended: [], looks: [] };
  const begun = await readBooks(deps);
  const { events, missing, named, until } = await actOnMissedEvents(deps, begun.mark, found);
  const books = events > 0 ? await readBooks(deps) : begun;
  await advanceRefunds(deps, books.refunds);
  const compared = new Set<string>();
  const appointmentIds = new Set<string>();
  const compare = async (charge: ChargeRow) => {
    if (compared.has(charge.id)) return;
    compared.add(charge.id);
    appointmentIds.add(charge.appointmentId);
    await compareCharge(deps, charge, found);
  };
  for await (const charge of recentCharges(deps, books.charges)) await compare(charge);
  for (const charge of named) await compare(charge);
  await compareDisputes(deps, books.disputes, found);
  const also = (orm: Queryable) => [savingMark(orm, until, deps.clock.now())];
  found.mended.push(...(await completeLedger({ deps }, { also })).map(lackedText));
  await compareLedger({ deps }, appointmentIds, found);
  for (const look of found.looks) {
    await addingReviewItem(differenceItem(deps, look))(deps.db.orm);
  }
  if (found.unmended.length > 0) {
    deps.log.error('the books differ', someOf('unmended', found.unmended));
  } else if (found.mended.length > 0) {
    deps.log.warn('the books differed', someOf('mended', found.mended));
  }
  return { checked: { events, missing, charges: compared.size }, ...found };
}

/**
 * A log line only has the count and the first few lines, because its length is limited. `bun run
 * reconcile` prints all.
 */
const someOf = (name: string, lines: readonly string[]) => ({
  count: lines.length,
  [name]: lines.slice(0, MOST_LOGGED),
});

/**
 * Reads, in one round trip, the instant up to which all events were handled, and the rows that may
 * differ.
 */
async function readBooks(deps: Deps) {
  const [[mark], refunds, charges, disputes] = await deps.db.read((orm) => [
    selectMark(orm),
    selectRefundsToSweep(deps),
    chargesToCompare(orm, recently(deps), '', PAGE),
    openDisputes(orm),
  ]);
  return { mark: mark?.at ?? null, refunds, charges, disputes };
}

async function actOnMissedEvents(deps: Deps, mark: number | null, found: Findings) {
  const now = deps.clock.now();
  const since = Math.max(now - EVENTS_KEPT_MS, (mark ?? 0) - OVERLAP_MS);
  const events = await deps.payments.listEvents({ since, types: TYPES });
  if (events.length >= MOST_EVENTS) {
    found.unmended.push(`more than ${MOST_EVENTS} events since ${new Date(since).toISOString()}`);
  }
  let missing = 0;
  let until = now;
  const named: ChargeRow[] = [];
  for (const event of events) {
    try {
      if (await handlePaymentEvent({ deps }, event)) missing += 1;
      const charge = await debtBehind(deps, event, found);
      if (charge) named.push(charge);
    } catch (error) {
      // The next run starts reading events at this instant.
      until = Math.min(until, event.createdAt);
      const reason = errorInWords(error);
      found.unmended.push(`event ${event.id} (${event.type}) couldn’t be handled: ${reason}`);
    }
  }
  return { events: events.length, missing, named, until };
}

/**
 * Reports a payment that belongs to no charge. If the appointment has a charge that names another
 * payment, returns that charge, so that it's compared no matter when it last changed.
 */
async function debtBehind(
  deps: Deps,
  event: PaymentEvent,
  found: Findings,
): Promise<ChargeRow | null> {
  if (event.type !== 'payment_intent.succeeded' || !event.objectId) return null;
  if (await findChargeByIntent(deps.db.orm, event.objectId)) return null;
  const intent = await deps.payments
    .retrievePaymentIntent(event.objectId)
    .catch((error: unknown) => {
      if (error instanceof PaymentsRejected) return null;
      throw error;
    });
  // A payment without our metadata belongs to another product on the same account.
  if (!intent?.appointmentId || intent.amountReceivedCents <= intent.refundedCents) return null;
  const charges = await selectCharges(deps.db.orm, intent.appointmentId);
  const named = sequenceOf(intent.appointmentId, intent.chargeId);
  const charge = charges.find(({ sequence }) => sequence === named) ?? charges[0] ?? null;
  if (!charge) {
    found.unmended.push(
      `payment ${intent.id} of appointment ${intent.appointmentId} matches none of our charges`,
    );
    const appointment = await findAppointment(deps.db.orm, intent.appointmentId);
    if (appointment) {
      found.looks.push({
        appointmentId: appointment.id,
        key: `no-charge:${intent.id}`,
        reason: `Stripe charged ${formatDollars(intent.amountReceivedCents)} for this delivery, which isn’t completed here. Complete it. That payment counts, and the card won’t be charged again.`,
        settles: paidDifference('no_charge', intent),
      });
    }
  }
  return charge;
}

const recently = ({ clock }: Deps) => clock.now() - RECENT_MS;

/** Yields the charges to compare, starting with a first page that was already read. */
async function* recentCharges(deps: Deps, first: ChargeRow[]): AsyncGenerator<ChargeRow> {
  const since = recently(deps);
  for (let page = first; ; ) {
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    page = await chargesToCompare(deps.db.orm, since, last.id, PAGE);
  }
}
