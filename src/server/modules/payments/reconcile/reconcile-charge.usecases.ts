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
import { paidDifference, type ReviewDraft, secondPaymentLook } from './payment-difference-item';

/** Differences, a sentence each: those that were mended, and those that need a person. */
export type Findings = { mended: string[]; unmended: string[]; looks: ReviewDraft[] };

/** How long (ms) a charge may be without an answer before that counts as a difference. */
const PATIENCE_MS = 600_000;

/** Compares one charge with Stripe, mends what can be mended and adds the rest to `found`. */
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
    // Until another one takes the place of a missing or cancelled one, any of them may be it.
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
      // What is late settles by itself.
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
    found.unmended.push(`${name}: could not be compared: ${reason}`);
  }
}

/** The charge as it stands now, with all of its appointment. */
async function readDebt({ db }: Deps, { id, appointmentId }: ChargeRow): Promise<Debt> {
  const debts = await findDebts(db, appointmentId);
  const charge = debts?.charges.find((one) => one.id === id);
  if (!debts || !charge) throw new Error('the charge is not there');
  return { ...debts, charge };
}

/** Moves our books to where Stripe has each PaymentIntent of a charge; all of them. */
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
    // A charge that the books lost belongs to the first one.
    (charge.sequence === 1 && !charges.some((one) => one.sequence === sequence));
  const others = listed.filter(
    ({ id, chargeId }) =>
      isOurs(sequenceOf(appointment.id, chargeId)) && !known.some((intent) => intent.id === id),
  );
  for (const intent of others) await applyPaymentIntent(deps, intent);
  return [...known, ...others];
}

/** Cancels every PaymentIntent beside the charge's own; one that was paid needs a person. */
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
      found.mended.push(`${name}: a second payment intent ${intent.id} was cancelled`);
    } else if (closed.amountReceivedCents > closed.refundedCents) {
      found.unmended.push(`${name}: was paid a second time with ${intent.id}`);
      found.looks.push(secondPaymentLook(charge, closed));
    }
  }
}

/** Cancels the PaymentIntent of a debt that no card paid; where it was paid too, a person is needed. */
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
    found.mended.push(`${name}: ${why}, so its payment intent was cancelled`);
  } else if (closed.amountReceivedCents > closed.refundedCents) {
    const how =
      charge.state === 'cash' ? 'paid in cash and by card' : 'paid although it was waived';
    found.unmended.push(`${name}: was ${how} (${own.id})`);
    found.looks.push(secondPaymentLook(charge, closed));
  }
}

/** Takes over each refund of Stripe: made there, failed later, or never answered. Whether there was one. */
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
    found.mended.push(`${name}: given back, ${charge.refundedCents} → ${refundedCents} cents`);
  }
  return true;
}

/** Stripe works its fee out after the payment; until then the charge has none. */
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

/** What still differs after every step forward, a sentence each. */
function differencesOf(deps: Deps, debt: Debt, intent: PaymentIntentView | null): string[] {
  const { charge } = debt;
  if (charge.amountCents === 0 || charge.state === 'cash') return [];
  if (!isSettled(charge.state)) {
    const open = UNFINISHED_CHARGE_STATES.includes(charge.state);
    const late = deps.clock.now() - charge.createdAt > PATIENCE_MS;
    return open && late ? [`still ${charge.state} after ten minutes`] : [];
  }
  // Settled without a payment, because a card cannot be charged so little.
  if (receivedOf(charge) === 0) return [];
  if (intent?.status !== 'succeeded') {
    return [`is paid in our ledger, and ${intent?.status ?? 'unknown'} at Stripe`];
  }
  const differences: string[] = [];
  const compare = (what: string, ours: number, theirs: number) => {
    if (ours !== theirs) differences.push(`${what} is ${ours} cents here and ${theirs} at Stripe`);
  };
  compare('the amount', charge.amountCents, intent.amountReceivedCents);
  compare('what was paid', paidFor(debt), intent.amountReceivedCents);
  compare('what was given back', charge.refundedCents, intent.refundedCents);
  return differences;
}

/** What the appointment says was paid, less what its other charges brought. */
function paidFor({ appointment, charge, charges }: Debt): number {
  return charges
    .filter(({ id }) => id !== charge.id)
    .reduce<number>((paid, other) => paid - receivedOf(other), appointment.totalPaidCents);
}
