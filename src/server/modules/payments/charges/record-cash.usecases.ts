import { oneRow, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars, minus, NO_CENTS } from '@/domain/money';
import { chargeMayBecome, UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import type { CashInput } from '@/domain/payment/refund';
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

/** Pause (ms) before the job looks whether the card was charged beside the cash. */
const WATCH_AFTER_MS = 10_000;

/**
 * Records that a delivery was paid in cash, all that is left of it or a part. What refuses the
 * cash is checked first. Then Stripe closes the card payment, so that no customer pays twice: if the
 * card turns out to be charged, nothing is recorded and the call throws `conflict`. While the card is being charged Stripe may have no answer:
 * then the cash is recorded, and a job looks at Stripe later (`watchCash`). A refused card whose payment
 * Stripe does not close throws `unavailable`. Repeating it is harmless; another amount under the same
 * `requestId` throws `conflict`.
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

/** Whether this request was carried out already. Throws `conflict` where it was for another amount. */
async function isRecorded(deps: Deps, input: CashInput): Promise<boolean> {
  const { id, amountCents, requestId } = input;
  if (requestId === undefined) return false;
  const [entries] = await deps.db.read((orm) => [selectEntriesOf(orm, id, 'charge.cash')]);
  const before = entries.find(({ after }) => after?.requestId === requestId);
  if (!before) return false;
  const recordedCents = before.after?.amountCents as Cents;
  // Of older entries it is not known whether they left anything.
  const leftCents = (before.after?.leftCents ?? NO_CENTS) as Cents;
  if (amountCents === null ? leftCents === NO_CENTS : amountCents === recordedCents) return true;
  throw new DomainError(
    'conflict',
    `Cash of ${formatDollars(recordedCents)} was recorded already. Look at it before recording more.`,
    { field: 'amount' },
  );
}

/** Closes the card's way if Stripe answers soon. Throws only where the card was charged. */
async function closeInTime(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<void> {
  let paid: unknown = null;
  const closing = closeForCards(deps, appointment, charge).catch((error) => {
    if (error instanceof CardWasFaster && error.isPaid) paid = error;
    else if (!(error instanceof DomainError || error instanceof PaymentsRejected)) throw error;
  });
  await settleOrTimeOut(deps, closing, appointment.id);
  if (paid) throw paid;
}

/** Records the cash, if the charge is still the one that was closed for cards. */
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
  // A payment opened meanwhile was not closed, and an attempt begun meanwhile may have worked.
  const isSame =
    charge.id === closed.id &&
    (isWatched ||
      (charge.paymentIntentId === closed.paymentIntentId && charge.attempt === closed.attempt));
  if (!isSame || !chargeMayBecome(charge.state, 'cash')) throw changedMeanwhile();
  const now = deps.clock.now();
  const { sequence } = charge;
  const amountCents = partOf(charge, input.amountCents);
  const changes = cashChanges(amountCents, isWatched ? now + WATCH_AFTER_MS : null, now);
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
        ...{ state: 'cash', amountCents, leftCents: minus(charge.amountCents, amountCents) },
        ...{ note: note || null, requestId },
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

/** What becomes of a charge that cash settled; what is left of it becomes a charge of its own. */
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

/** How much of a charge was handed over. Throws `conflict` for more than is left to pay. */
function partOf(charge: ChargeRow, amountCents: Cents | null): Cents {
  if (amountCents === null || amountCents === charge.amountCents) return charge.amountCents;
  if (amountCents < charge.amountCents) return amountCents;
  throw new DomainError(
    'conflict',
    `At most ${formatDollars(charge.amountCents)} is left to pay.`,
    { field: 'amount' },
  );
}

/** Cancels every PaymentIntent of a charge; throws `conflict` when one is paid, or may be. */
async function closeForCards(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<void> {
  for (const id of await idsOfIntents(deps, appointment, charge)) {
    const intent = await deps.payments.cancelPaymentIntent(id);
    if (intent.status === 'canceled') continue;
    await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
    throw new CardWasFaster(intent);
  }
}

/** A card payment that could not be closed. */
class CardWasFaster extends DomainError {
  override readonly name = 'CardWasFaster';

  /** The money came in; else the bank still decides. */
  readonly isPaid: boolean;

  constructor(intent: PaymentIntentView) {
    super(
      'conflict',
      intent.status === 'succeeded'
        ? 'The card was charged meanwhile, so no cash was recorded.'
        : 'The card payment is under way, so no cash was recorded. Please look again in a minute.',
    );
    this.isPaid = intent.status === 'succeeded';
  }
}

async function idsOfIntents(deps: Deps, appointment: AppointmentRow, charge: ChargeRow) {
  if (charge.paymentIntentId) return [charge.paymentIntentId];
  const customerId = appointment.stripeCustomerId;
  if (!customerId) return [];
  // Stripe may have made one whose reply was lost.
  const found = await intentsOf(deps, charge, customerId);
  return found.map((intent) => intent.id);
}

const changedMeanwhile = () =>
  new DomainError('conflict', 'This payment was changed meanwhile. Please look again.');
