import { oneRow, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars, minus, NO_CENTS } from '@/domain/money';
import { chargeMayBecome, UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import type { CashInput } from '@/domain/payment/refund';
import { CHARGE_RETRY_MS } from '@/domain/policy';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { type PaymentIntentView, PaymentsRejected } from '@/server/ports/payments/port';
import { changing, isUnchanged } from '../../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { deliveryFacts } from '../../appointments/delivery-link';
import { selectForStaff } from '../../appointments/staff-lists.repository';
import { audit } from '../../audit/audit';
import { selectEntriesOf } from '../../audit/audit.repository';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { earnPoints } from '../../loyalty/loyalty.usecases';
import { message } from '../../messages/message';
import { applyPaymentIntent } from './charge-outcome.usecases';
import { addingCharge, type ChargeRow, changeCharge, chargesUnchanged } from './charges.repository';
import { readDebt, readForStaff, refuseInReview, refuseSettled } from './debt';
import { paymentFacts, restOf, withChanged } from './debt-facts';
import { intentsOf } from './payment-intent';
import { settleOrTimeOut } from './settle-or-time-out';
import { endingStuckItem } from './stuck-charge';

/**
 * Records a cash payment of a delivery's whole balance or a part of it. After all checks, Stripe
 * cancels the card payment, so that the customer can't pay twice. If the card was already charged,
 * no cash is recorded. While a card is being charged, Stripe may not answer in time. In that case,
 * the cash is recorded, and a job checks Stripe later (`watchCash`). Repeating the call changes
 * nothing.
 * @throws `conflict` if the card was charged, or the same `requestId` had another amount;
 * `unavailable` if Stripe doesn't cancel a declined card's payment
 */
export async function recordCash(call: UserCall, input: CashInput): Promise<StaffAppointment> {
  const { deps } = call;
  const { id, amountCents } = input;
  if (await isRecorded(deps, input)) return readForStaff(deps, id);
  const { appointment, charge } = await readDebt(deps, id);
  if (charge.state === 'cash' && amountCents === null) return readForStaff(deps, id);
  refuseSettled(charge);
  refuseInReview(charge);
  partOf(charge, amountCents);
  if (isUnderWay(charge)) await closeInTime(deps, appointment, charge);
  else await closeForCards(deps, appointment, charge);
  return retryOnConflict(() => writeCash(call, charge, input));
}

const isUnderWay = ({ state }: ChargeRow) => UNFINISHED_CHARGE_STATES.includes(state);

/**
 * @returns true if this request was carried out already
 * @throws `conflict` if it had another amount
 */
async function isRecorded(deps: Deps, input: CashInput): Promise<boolean> {
  const { id, amountCents, requestId } = input;
  if (requestId === undefined) return false;
  const [entries] = await deps.db.read((orm) => [selectEntriesOf(orm, id, 'charge.cash')]);
  const before = entries.find(({ after }) => after?.requestId === requestId);
  if (!before) return false;
  const recordedCents = before.after?.amountCents as Cents;
  // Older entries don't show whether a balance was left.
  const leftCents = (before.after?.leftCents ?? NO_CENTS) as Cents;
  if (amountCents === null ? leftCents === NO_CENTS : amountCents === recordedCents) return true;
  throw new DomainError(
    'conflict',
    `${formatDollars(recordedCents)} in cash is already recorded. Check it before you record more.`,
    { field: 'amount' },
  );
}

/** Cancels the card payment if Stripe answers soon. Throws only if the card was charged. */
async function closeInTime(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<void> {
  let paid: unknown = null;
  const closing = closeForCards(deps, appointment, charge).catch((error) => {
    if (error instanceof CardPaymentWon && error.isPaid) paid = error;
    else if (!(error instanceof DomainError || error instanceof PaymentsRejected)) throw error;
  });
  await settleOrTimeOut(deps, closing, appointment.id);
  if (paid) throw paid;
}

/** Records the cash if the charge is still the one whose card payment was cancelled. */
async function writeCash(
  call: UserCall,
  closed: ChargeRow,
  input: CashInput,
): Promise<StaffAppointment> {
  const { deps } = call;
  const { note, requestId } = input;
  const id = closed.appointmentId;
  if (await isRecorded(deps, input)) return readForStaff(deps, id);
  const { appointment, charge, charges } = await readDebt(deps, id);
  if (charge.state === 'cash' && input.amountCents === null) return readForStaff(deps, id);
  refuseSettled(charge);
  const isWatched = isUnderWay(closed) && isUnderWay(charge);
  // A payment or attempt that began in the meantime wasn't cancelled, so it may have succeeded.
  const isSame =
    charge.id === closed.id &&
    (isWatched ||
      (charge.paymentIntentId === closed.paymentIntentId && charge.attempt === closed.attempt));
  if (!isSame || !chargeMayBecome(charge.state, 'cash')) throw editConflict();
  const now = deps.clock.now();
  const { sequence } = charge;
  const amountCents = partOf(charge, input.amountCents);
  const changes = cashChanges(amountCents, isWatched ? now + CHARGE_RETRY_MS : null, now);
  const after = { ...charge, ...changes };
  const rest = restOf(charges, { before: charge, after }, now);
  const facts = {
    ...paymentFacts(withChanged(charges, after, ...(rest ? [rest] : [])), appointment, now),
    paymentMethod: 'cash' as const,
    paidAt: now,
  };
  const written = await writeGuarded(deps.db, {
    guard: changeCharge(
      deps.db.orm,
      charge,
      changes,
      isUnchanged(appointment),
      chargesUnchanged(charges, id),
    ),
    audit: audit(call, {
      appointmentId: id,
      action: 'charge.cash',
      before: { state: charge.state, reason: charge.errorMessage },
      after: {
        state: 'cash',
        amountCents,
        leftCents: minus(charge.amountCents, amountCents),
        note: note || null,
        requestId,
      },
    }),
    also: [
      rest && addingCharge(rest),
      changing(id, facts),
      earnPoints(call, { userId: appointment.userId, paidCents: amountCents }),
      endingStuckItem(charge, { outcome: 'recorded', doneBy: call.actor.name, doneAt: now }),
      ledgerEntries(call, id),
      message(call, 'paid-cash', {
        ...deliveryFacts(deps, { ...appointment, ...facts }),
        sequence,
        paidCents: amountCents,
      }),
    ],
    view: [selectForStaff(deps.db.orm, id)],
  });
  return staffView(oneRow(written.view[0]));
}

/** Column changes for a charge paid in cash. The rest becomes a new charge. */
function cashChanges(amountCents: Cents, nextAttemptAt: number | null, now: number) {
  return {
    state: 'cash',
    amountCents,
    errorCode: null,
    errorMessage: null,
    unansweredSince: null,
    nextAttemptAt,
    settledAt: now,
    updatedAt: now,
  } satisfies Partial<ChargeRow>;
}

/** Returns the amount handed over. Throws `conflict` if it's more than the balance. */
function partOf(charge: ChargeRow, amountCents: Cents | null): Cents {
  if (amountCents === null || amountCents === charge.amountCents) return charge.amountCents;
  if (amountCents < charge.amountCents) return amountCents;
  throw new DomainError('conflict', `The balance is only ${formatDollars(charge.amountCents)}.`, {
    field: 'amount',
  });
}

/** Cancels every PaymentIntent of a charge. Throws `conflict` if one is paid or may be. */
export async function closeForCards(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<void> {
  for (const id of await idsOfIntents(deps, appointment, charge)) {
    const intent = await deps.payments.cancelPaymentIntent(id);
    if (intent.status === 'canceled') continue;
    await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
    throw new CardPaymentWon(intent);
  }
}

/** A card payment that couldn't be cancelled. */
class CardPaymentWon extends DomainError {
  override readonly name = 'CardPaymentWon';

  /** False while the bank is still deciding. */
  readonly isPaid: boolean;

  constructor(intent: PaymentIntentView) {
    super(
      'conflict',
      intent.status === 'succeeded'
        ? 'The card was just charged, so nothing was recorded.'
        : 'We’re charging the card, so nothing was recorded. Try again in a minute.',
    );
    this.isPaid = intent.status === 'succeeded';
  }
}

async function idsOfIntents(deps: Deps, appointment: AppointmentRow, charge: ChargeRow) {
  if (charge.paymentIntentId) return [charge.paymentIntentId];
  const customerId = appointment.stripeCustomerId;
  if (!customerId) return [];
  // Stripe may have created a payment although its reply was lost.
  const found = await intentsOf(deps, charge, customerId);
  return found.map((intent) => intent.id);
}

const editConflict = () =>
  new DomainError('conflict', 'This payment just changed. Check it and try again.');
