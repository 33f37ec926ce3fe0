import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars, toDollars } from '@/domain/money';
import type { CardExpiry, NamedCard } from '@/domain/payment/card';
import { isSettled, UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { shownPhone } from '@/domain/phone-number';
import type { Call } from '@/server/config/call';
import type { Deps, Settings } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { ownOrStaffRow } from '../../appointments/access';
import { changeIf } from '../../appointments/appointments.repository';
import { readChangedAppointment } from '../../appointments/own-appointments.usecases';
import type { DeliveryDetails } from '../../appointments/owner.view';
import { selectUser } from '../../auth/users.repository';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { selectTries } from '../cards/card-tries.repository';
import { countedForId, triesReadWith } from '../cards/card-tries.usecases';
import { isReplaced } from '../cards/deleted-customers.usecases';
import { type CardRow, eachOnce, selectCards } from '../cards/saved-cards.repository';
import { customerOf } from '../cards/stripe-customer';
import { selectDebts } from '../charges/charge-attempts.repository';
import { applyPaymentIntent } from '../charges/charge-outcome.usecases';
import { type ChargeRow, findChargeById } from '../charges/charges.repository';
import { refuseInReview, refuseTooLittle } from '../charges/debt';
import { currentOf, isPaidWithoutCard } from '../charges/debt-facts';
import { ensureIntentAmount, ensurePaymentIntent } from '../charges/payment-intent';
import { settledCharge } from '../charges/settle-charge.usecases';
import { isLate } from '../charges/stuck-charge';
import { refuseTriedOut } from './balance-tries.usecases';

/** A card at Stripe, as people recognise it. */
type PayingCard = NamedCard & CardExpiry & { paymentMethodId: string };

export type BalancePayment = {
  clientSecret: string;
  paymentIntentId: string;
  amountCents: Cents;
  /** The card that was tried: the customer may confirm it with the bank instead of typing another. */
  savedCard: PayingCard | null;
  /** The other cards in the account of a customer who pays their own delivery. */
  otherCards: PayingCard[];
  /** Why the charge was not paid: a code such as no_card or authentication_required, and a sentence. */
  errorCode: string | null;
  errorMessage: string | null;
  stripe: Settings['stripe'];
};

/**
 * Opens the payment of a balance, on its charge's PaymentIntent; the browser then confirms it
 * with `confirmCardPayment`. Staff may open it too. The amount is ours: a different one
 * throws `conflict`, with the right one in dollars. Throws `conflict` too when nothing is left to
 * pay, or when a payment is under way, and `rate_limited` after too many cards.
 */
export async function createBalancePayment(
  call: Call,
  input: { appointmentId: string; remainingCents: Cents },
): Promise<BalancePayment> {
  const { deps, actor } = call;
  const { appointmentId } = input;
  const payerId = actor.kind === 'user' ? actor.userId : '';
  const countedFor = countedForId(deps, appointmentId);
  const [[found], charges, tries, cards, [payer]] = await deps.db.read(
    (orm) =>
      [
        ...selectDebts(orm, appointmentId),
        selectTries(orm, countedFor),
        selectCards(orm, payerId),
        selectUser(orm, payerId),
      ] as const,
  );
  const row = ownOrStaffRow(actor, found ?? null);
  const charge = await openCharge(deps, row, currentOf(charges));
  if (charge.amountCents !== input.remainingCents) {
    throw new DomainError('conflict', `${formatDollars(charge.amountCents)} is left to pay.`, {
      field: 'remainingAmount',
      details: { remainingAmount: toDollars(charge.amountCents) },
    });
  }
  const seen = await triesReadWith(deps, row, { tries, now: countedFor.now });
  refuseTriedOut(call, row, seen.tries);
  const intent = await openIntent(deps, row, charge).catch(async (error: unknown) => {
    const customerId = row.stripeCustomerId ?? payer?.stripeCustomerId ?? null;
    if (await isReplaced(deps, error, customerId)) return null;
    throw error;
  });
  // Stripe had deleted the customer, and the appointment has another one now.
  if (!intent) return createBalancePayment(call, input);
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    amountCents: charge.amountCents,
    savedCard: row.stripePaymentMethodId
      ? {
          paymentMethodId: row.stripePaymentMethodId,
          brand: row.cardBrand,
          last4: row.cardLast4,
          expMonth: row.cardExpMonth,
          expYear: row.cardExpYear,
        }
      : null,
    // Stripe takes a card only for a payment of its own customer.
    otherCards:
      payer?.id === row.userId && payer?.stripeCustomerId === intent.customerId
        ? otherCards(row, eachOnce(cards))
        : [],
    errorCode: charge.errorCode,
    errorMessage: charge.errorMessage,
    stripe: deps.settings.stripe,
  };
}

/** The cards of an account without the one that an appointment has. */
const otherCards = (row: AppointmentRow, cards: readonly CardRow[]): PayingCard[] =>
  cards
    .filter(({ stripePaymentMethodId }) => stripePaymentMethodId !== row.stripePaymentMethodId)
    .map(({ stripePaymentMethodId, cardBrand, cardLast4, expMonth, expYear }) => ({
      paymentMethodId: stripePaymentMethodId,
      ...{ brand: cardBrand, last4: cardLast4, expMonth, expYear },
    }));

/** The charge's PaymentIntent, with its amount, for the browser to confirm. */
async function openIntent(
  deps: Deps,
  row: AppointmentRow,
  charge: ChargeRow,
): Promise<PaymentIntentView> {
  const stripeCustomerId = await customerOf(deps, row);
  if (row.stripeCustomerId !== stripeCustomerId) {
    const changes = { stripeCustomerId, updatedAt: deps.clock.now() };
    await deps.db.write((orm) => changeIf(orm, row.id, {}, changes));
  }
  const known = await ensurePaymentIntent(deps, {
    appointment: { ...row, stripeCustomerId },
    charge,
  });
  await refuseIfSettled(deps, charge.id, known);
  const intent = await ensureIntentAmount(deps, charge, known);
  if (intent.status === 'unconfirmed' || intent.status === 'requires_action') return intent;
  // Paid, on its way or cancelled meanwhile, and our own books do not say so yet.
  await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
  throw intent.status === 'canceled' ? closedByOther() : nothingLeft(intent.status);
}

/**
 * Asks Stripe how the payment that the browser confirmed stands, and writes it down; the webhook does
 * the same. Repeating it is harmless. Throws `payment_failed` with the bank's sentence while unpaid,
 * and `conflict` where no payment was opened.
 */
export async function confirmBalancePayment(
  { deps, actor }: Call,
  input: { appointmentId: string },
): Promise<DeliveryDetails> {
  const [[found], charges] = await deps.db.read((orm) => selectDebts(orm, input.appointmentId));
  const row = ownOrStaffRow(actor, found ?? null);
  const view = () => readChangedAppointment({ deps, actor }, row);
  const charge = currentOf(charges);
  if (!charge?.paymentIntentId) {
    if (charge && isSettled(charge.state)) return view();
    throw new DomainError('conflict', 'No payment was begun for this delivery.');
  }
  if (isSettled(charge.state)) return view();
  const intent = await deps.payments.retrievePaymentIntent(charge.paymentIntentId);
  await applyPaymentIntent(deps, intent, {
    attempt: charge.attempt,
    debts: { appointment: row, charges },
  });
  if (intent.status === 'succeeded' || intent.status === 'processing') return view();
  throw new DomainError(
    'payment_failed',
    intent.refusal?.message ?? 'The payment was not completed. Please try again.',
  );
}

/** The charge of an appointment, once no attempt is under way on it. */
async function openCharge(
  deps: Deps,
  row: AppointmentRow,
  found: ChargeRow | null,
): Promise<ChargeRow> {
  const isUnfinished = (charge: ChargeRow) => UNFINISHED_CHARGE_STATES.includes(charge.state);
  let charge = found;
  if (charge && isUnfinished(charge)) {
    charge = await settledCharge({ deps }, { appointmentId: row.id });
  }
  if (!charge || isSettled(charge.state)) throw nothingLeft();
  refuseInReview(charge);
  refuseTooLittle(charge);
  if (isUnfinished(charge)) throw await underWay(deps, charge);
  return charge;
}

/**
 * Throws `conflict` where the charge was settled while the payment was opened. Cash that was recorded
 * in between could not close a PaymentIntent that was not there yet, so it is closed here; cash that
 * is recorded later finds it in our books.
 */
async function refuseIfSettled(
  deps: Deps,
  chargeId: string,
  intent: PaymentIntentView,
): Promise<void> {
  const charge = await findChargeById(deps.db.orm, chargeId);
  if (charge && !isSettled(charge.state)) return;
  if (charge && isPaidWithoutCard(charge)) await deps.payments.cancelPaymentIntent(intent.id);
  throw nothingLeft();
}

/** The card is being charged; whom to ask, where that takes long. */
async function underWay(deps: Deps, charge: ChargeRow): Promise<DomainError> {
  if (!isLate(charge, deps.clock.now())) return nothingLeft('processing');
  const [support] = await selectSupport(deps.db.orm);
  const phone = shownPhone(supportView(support).phone);
  return new DomainError(
    'conflict',
    `Your card payment is taking longer than usual. You don’t have to do anything, and we’ll email you. Questions? Call us at ${phone}.`,
  );
}

function nothingLeft(status?: 'succeeded' | 'processing'): DomainError {
  const sentence =
    status === 'processing'
      ? 'The payment is being processed. Please look again in a minute.'
      : 'Nothing is left to pay for this delivery.';
  return new DomainError('conflict', sentence);
}

const closedByOther = () =>
  new DomainError('conflict', 'This payment was just cancelled. Nothing was charged. Try again.');
