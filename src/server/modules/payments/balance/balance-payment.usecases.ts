import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars, toDollars } from '@/domain/money';
import type { CardExpiry, NamedCard } from '@/domain/payment/card';
import { chargeableCard } from '@/domain/payment/card';
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

/** A card at Stripe, with the details that people recognize it by. */
type PayingCard = NamedCard & CardExpiry & { paymentMethodId: string };

export type BalancePayment = {
  clientSecret: string;
  paymentIntentId: string;
  amountCents: Cents;
  /**
   * The card that was tried. The customer may confirm it with the bank instead of entering another.
   */
  savedCard: PayingCard | null;
  /** Other saved cards, if the customer pays their own delivery. */
  otherCards: PayingCard[];
  /** Why the charge is unpaid, as a code such as `no_card` and a sentence. */
  errorCode: string | null;
  errorMessage: string | null;
  stripe: Settings['stripe'];
};

/**
 * Opens the payment of a balance on its charge's PaymentIntent. The browser then confirms it with
 * `confirmCardPayment`. Staff may open it too.
 *
 * @throws `conflict` if the amount differs from the balance (the error includes the balance in
 *   dollars), nothing is owed, or a payment is in progress; `rate_limited` after too many cards
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
    throw new DomainError('conflict', `The balance is now ${formatDollars(charge.amountCents)}.`, {
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
  // Stripe had deleted the customer, so the appointment has another one now.
  if (!intent) return createBalancePayment(call, input);
  const cardId = chargeableCard(row);
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    amountCents: charge.amountCents,
    savedCard: cardId
      ? {
          paymentMethodId: cardId,
          brand: row.cardBrand,
          last4: row.cardLast4,
          expMonth: row.cardExpMonth,
          expYear: row.cardExpYear,
        }
      : null,
    // Stripe only accepts a card of the payment's own customer.
    otherCards:
      payer?.id === row.userId && payer?.stripeCustomerId === intent.customerId
        ? otherCards(row, eachOnce(cards))
        : [],
    errorCode: charge.errorCode,
    errorMessage: charge.errorMessage,
    stripe: deps.settings.stripe,
  };
}

/** Returns an account's cards except the appointment's own. */
const otherCards = (row: AppointmentRow, cards: readonly CardRow[]): PayingCard[] =>
  cards
    .filter(({ stripePaymentMethodId }) => stripePaymentMethodId !== row.stripePaymentMethodId)
    .map(({ stripePaymentMethodId, cardBrand, cardLast4, expMonth, expYear }) => ({
      paymentMethodId: stripePaymentMethodId,
      brand: cardBrand,
      last4: cardLast4,
      expMonth,
      expYear,
    }));

/** Returns the charge's PaymentIntent with the right amount, ready for the browser to confirm. */
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
  const existing = await ensurePaymentIntent(deps, {
    appointment: { ...row, stripeCustomerId },
    charge,
  });
  await refuseIfSettled(deps, charge.id, existing);
  const intent = await ensureIntentAmount(deps, charge, existing);
  if (intent.status === 'unconfirmed' || intent.status === 'requires_action') return intent;
  // Stripe has a newer state of the payment than our books.
  await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
  throw intent.status === 'canceled' ? closedByOther() : nothingLeft(intent.status);
}

/**
 * Retrieves the payment that the browser confirmed and records its state, as the webhook does.
 * Repeating the call changes nothing.
 *
 * @throws `payment_failed` with the bank's sentence while unpaid; `conflict` if no payment was
 *   opened
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
    throw new DomainError('conflict', 'No payment was started for this delivery.');
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
    intent.refusal?.message ?? 'The payment didn’t go through. Try again.',
  );
}

/** Returns the charge to pay, after any attempt in progress has ended. */
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
 * Throws `conflict` if the charge was settled while its payment was being opened. Cash recorded in
 * between couldn't cancel a PaymentIntent that didn't exist yet, so it's cancelled here.
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

/** The error for a card that is being charged. If that takes long, it includes our phone number. */
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
      ? 'We’re processing the payment. Check again in a minute.'
      : 'This delivery has no balance due.';
  return new DomainError('conflict', sentence);
}

const closedByOther = () =>
  new DomainError('conflict', 'This payment was just cancelled. Nothing was charged. Try again.');
