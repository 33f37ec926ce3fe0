import { type Cents, formatDollars, minus } from '@/domain/money';
import { isSettled, sequenceOf, UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import type { Deps } from '@/server/config/deps';
import { errorInWords } from '@/server/config/log';
import { type PaymentIntentView, PaymentsRejected } from '@/server/ports/payments/port';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { type Debt, findDebts } from '../charges/charge-attempts.repository';
import { applyPaymentIntent } from '../charges/charge-outcome.usecases';
import { type ChargeRow, setFee } from '../charges/charges.repository';
import { isPaidWithoutCard, receivedOf } from '../charges/debt-facts';
import { settleCharge } from '../charges/settle-charge.usecases';
import { applyRefund } from '../refunds/refund-outcome.usecases';
import { paidDifference, type ReviewDraft, secondPaymentDraft } from './payment-difference-item';

/**
 * Differences as sentences: those that were fixed, and those that need a person. Also drafts of
 * review items.
 */
export type Findings = { mended: string[]; unmended: string[]; looks: ReviewDraft[] };

/** How long (ms) a charge may be unanswered before it counts as a difference. */
const PATIENCE_MS = 600_000;

/** Compares one charge with Stripe, fixes what it can, and adds the rest to `found`. */
export async function compareCharge(deps: Deps, row: ChargeRow, found: Findings): Promise<void> {
  const name = `appointment ${row.appointmentId}${row.sequence === 1 ? '' : `, charge ${row.sequence}`}`;
  try {
    if (UNFINISHED_CHARGE_STATES.includes(row.state)) {
      await settleCharge({ deps }, { appointmentId: row.appointmentId });
    }
    const intents = await intentsOf(deps, await readDebt(deps, row));
    const debt = await readDebt(deps, row);
    const { charge } = debt;
    if (charge.state !== row.state) found.mended.push(`${name}: ${row.state} → ${charge.state}`);
    const own = intents.find((intent) => intent.id === charge.paymentIntentId) ?? null;
    // If the charge's own PaymentIntent is missing or cancelled, any other may take its place.
    const isOpen = !isSettled(charge.state) && (own === null || own.status === 'canceled');
    if (!isOpen) await mendOthers(deps, name, charge, intents, found);
    if (isPaidWithoutCard(charge)) await mendPaidWithoutCard(deps, name, charge, own, found);
    let hasRefunded = false;
    if (charge.state === 'succeeded' && own) {
      hasRefunded = await mendRefunds(deps, name, charge, own, found);
      await takeFee(deps, charge, own);
    }
    const differences = differencesOf(deps, hasRefunded ? await readDebt(deps, row) : debt, own);
    for (const difference of differences) {
      found.unmended.push(`${name}: ${difference}`);
      // A late charge needs no item, because the sweeper settles it.
      if (!isSettled(charge.state)) continue;
      found.looks.push({
        appointmentId: charge.appointmentId,
        key: `${charge.id}:${difference}`,
        reason: `Our books and Stripe differ on this delivery: ${difference}.`,
        settles: own && paidDifference('figures', own, own.amountReceivedCents),
      });
    }
  } catch (error) {
    const reason = errorInWords(error);
    found.unmended.push(`${name}: couldn't be compared: ${reason}`);
  }
}

/** Reads a charge with its appointment and the appointment's other charges. */
async function readDebt({ db }: Deps, { id, appointmentId }: ChargeRow): Promise<Debt> {
  const debts = await findDebts(db, appointmentId);
  const charge = debts?.charges.find((one) => one.id === id);
  if (!debts || !charge) throw new Error("the charge doesn't exist");
  return { ...debts, charge };
}

/** Records the state of each of a charge's PaymentIntents and returns them. */
async function intentsOf(deps: Deps, debt: Debt) {
  const { appointment, charge, charges } = debt;
  const customerId = appointment.stripeCustomerId;
  const known: PaymentIntentView[] = [];
  if (charge.paymentIntentId) {
    const intent = await deps.payments.retrievePaymentIntent(charge.paymentIntentId);
    await applyPaymentIntent(deps, intent, { attempt: charge.attempt, debts: debt });
    known.push(intent);
  }
  if (!customerId) return known;
  const listed = await deps.payments
    .findPaymentIntents({ customerId, appointmentId: appointment.id })
    .catch((error: unknown) => {
      if (error instanceof PaymentsRejected) return [];
      throw error;
    });
  const isOurs = (sequence: number) =>
    sequence === charge.sequence ||
    // If the books lost a charge, its PaymentIntent counts for the first charge.
    (charge.sequence === 1 && !charges.some((one) => one.sequence === sequence));
  const others = listed.filter(
    ({ id, chargeId }) =>
      isOurs(sequenceOf(appointment.id, chargeId)) && !known.some((intent) => intent.id === id),
  );
  for (const intent of others) await applyPaymentIntent(deps, intent);
  return [...known, ...others];
}

/** Cancels all PaymentIntents except the charge's own. A paid one needs a person. */
async function mendOthers(
  deps: Deps,
  name: string,
  charge: ChargeRow,
  intents: PaymentIntentView[],
  found: Findings,
): Promise<void> {
  for (const intent of intents) {
    if (intent.id === charge.paymentIntentId || intent.status === 'canceled') continue;
    const closed = await deps.payments.cancelPaymentIntent(intent.id);
    if (closed.status === 'canceled') {
      found.mended.push(`${name}: a second PaymentIntent ${intent.id} was cancelled`);
    } else if (closed.amountReceivedCents > closed.refundedCents) {
      found.unmended.push(`${name}: was paid a second time with ${intent.id}`);
      found.looks.push(secondPaymentDraft(charge, closed));
    }
  }
}

/**
 * Cancels the PaymentIntent of a debt that was settled without a card. If the PaymentIntent was
 * paid as well, a person must decide.
 */
async function mendPaidWithoutCard(
  deps: Deps,
  name: string,
  charge: ChargeRow,
  own: PaymentIntentView | null,
  found: Findings,
): Promise<void> {
  if (!own || own.status === 'canceled') return;
  const closed = own.status === 'succeeded' ? own : await deps.payments.cancelPaymentIntent(own.id);
  if (closed.status === 'canceled') {
    const why = charge.state === 'cash' ? 'paid in cash' : 'nothing is owed';
    found.mended.push(`${name}: ${why}, so its PaymentIntent was cancelled`);
  } else if (closed.amountReceivedCents > closed.refundedCents) {
    const how =
      charge.state === 'cash' ? 'paid in cash and by card' : 'paid although nothing was owed';
    found.unmended.push(`${name}: was ${how} (${own.id})`);
    found.looks.push(secondPaymentDraft(charge, closed));
  }
}

/**
 * Records Stripe's refunds of a charge: made there, failed later, or never answered.
 *
 * @returns true if there was a difference
 */
async function mendRefunds(
  deps: Deps,
  name: string,
  charge: ChargeRow,
  own: PaymentIntentView,
  found: Findings,
): Promise<boolean> {
  if (charge.refundedCents === own.refundedCents) return false;
  for (const refund of await deps.payments.listRefunds(own.id)) await applyRefund(deps, refund);
  const { refundedCents } = (await readDebt(deps, charge)).charge;
  if (refundedCents !== charge.refundedCents) {
    found.mended.push(
      `${name}: refunded, ${formatDollars(charge.refundedCents)} → ${formatDollars(refundedCents)}`,
    );
  }
  return true;
}

/** Stores Stripe's fee, which is only known some time after the payment. */
async function takeFee(
  deps: Deps,
  { id, appointmentId, feeCents }: ChargeRow,
  own: PaymentIntentView,
) {
  if (feeCents !== null || own.feeCents === null) return;
  const fee = own.feeCents;
  const entries = ledgerEntries({ deps }, appointmentId);
  await deps.db.batch((orm) => [setFee(orm, id, fee), entries(orm)]);
}

/** The states of a PaymentIntent, in words for staff. */
const INTENT_TEXTS: Record<PaymentIntentView['status'], string> = {
  unconfirmed: 'unpaid',
  requires_action: 'waiting for the customer’s bank',
  processing: 'still processing',
  succeeded: 'paid',
  canceled: 'cancelled',
};

/** Describes the differences that are left after all fixes. */
function differencesOf(deps: Deps, debt: Debt, intent: PaymentIntentView | null): string[] {
  const { charge } = debt;
  if (charge.amountCents === 0 || charge.state === 'cash') return [];
  if (!isSettled(charge.state)) {
    const open = UNFINISHED_CHARGE_STATES.includes(charge.state);
    const late = deps.clock.now() - charge.createdAt > PATIENCE_MS;
    return open && late ? ['Stripe hasn’t settled the charge after 10 minutes'] : [];
  }
  // The charge was settled without a payment, because it was too small for a card.
  if (receivedOf(charge) === 0) return [];
  if (intent?.status !== 'succeeded') {
    return [
      `it’s paid in our books and ${intent ? INTENT_TEXTS[intent.status] : 'unknown'} in Stripe`,
    ];
  }
  const differences: string[] = [];
  const compare = (what: string, ours: Cents, theirs: Cents) => {
    if (ours !== theirs)
      differences.push(
        `${what} is ${formatDollars(ours)} here and ${formatDollars(theirs)} in Stripe`,
      );
  };
  compare('the amount', charge.amountCents, intent.amountReceivedCents);
  compare('the amount paid', paidFor(debt), intent.amountReceivedCents);
  compare('the amount refunded', charge.refundedCents, intent.refundedCents);
  return differences;
}

/** Returns the amount paid for the appointment, without its other charges. */
function paidFor({ appointment, charge, charges }: Debt): Cents {
  return charges
    .filter(({ id }) => id !== charge.id)
    .reduce((paid, other) => minus(paid, receivedOf(other)), appointment.totalPaidCents);
}
