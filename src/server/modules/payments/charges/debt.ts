import { DomainError, MESSAGES } from '@/domain/errors';
import { formatDollars } from '@/domain/money';
import { isSettled, LEAST_CARD_CENTS } from '@/domain/payment/charge';
import type { Deps } from '@/server/config/deps';
import { type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { findForStaff, type StaffRow } from '../../appointments/staff-lists.repository';
import { type Debt, type Debts, findDebts } from './charge-attempts.repository';
import type { ChargeRow } from './charges.repository';
import { currentOf } from './debt-facts';

/** Reads an appointment and its charges. Throws `not_found` if it doesn't exist. */
export async function readDebts({ db }: Deps, id: string): Promise<Debts> {
  const debts = await findDebts(db, id);
  if (!debts) throw new DomainError('not_found', MESSAGES.notFound);
  return debts;
}

/** Reads an appointment and its current charge. Throws `conflict` if it owes nothing (yet). */
export const readDebt = async (deps: Deps, id: string): Promise<Debt> =>
  debtOf(await readDebts(deps, id));

/** Returns the current charge from rows that were read. Throws as `readDebt` does. */
export function debtOf({ appointment, charges }: Debts): Debt {
  const charge = currentOf(charges);
  if (charge) return { appointment, charge, charges };
  throw new DomainError(
    'conflict',
    appointment.testMode
      ? 'This is a test order, so it’s never charged.'
      : 'This delivery isn’t completed yet, so it has no balance.',
  );
}

/** @throws `conflict` if the charge is paid */
export function refuseSettled({ state }: ChargeRow) {
  if (isSettled(state)) throw new DomainError('conflict', 'This delivery is already paid.');
}

/** @throws `conflict` if the charge is in review */
export function refuseInReview({ state }: ChargeRow) {
  if (state !== 'held') return;
  throw new DomainError(
    'conflict',
    'We’re reviewing this delivery’s amount. It can be paid as soon as we’re done.',
  );
}

/** @throws `conflict` if the charge is too small for a card */
export function refuseTooLittle({ amountCents }: ChargeRow) {
  if (amountCents >= LEAST_CARD_CENTS) return;
  throw new DomainError(
    'conflict',
    `Amounts under ${formatDollars(LEAST_CARD_CENTS)} can’t be paid by card, only in cash.`,
  );
}

/** Reads an appointment as staff see it. */
export async function readForStaff(deps: Deps, id: string): Promise<StaffAppointment> {
  const row = await findForStaff(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return staffView(row);
}

/**
 * Builds the staff view without another read, from the row a write returned and the newer debts.
 */
export function staffViewSince(shown: StaffRow, { appointment, charges }: Debts): StaffAppointment {
  const charge = currentOf(charges);
  return staffView({
    ...shown,
    appointment,
    chargeState: charge?.state ?? null,
    chargeError: charge?.errorMessage ?? null,
    chargeFacts: [...charges],
    chargeCard: charge && { brand: charge.cardBrand, last4: charge.cardLast4 },
    chargePaidBy: charge?.paidBy ?? null,
  });
}
