import { DomainError, MESSAGES } from '@/domain/errors';
import { formatDollars } from '@/domain/money';
import { isSettled, LEAST_CARD_CENTS } from '@/domain/payment/charge';
import type { Deps } from '@/server/config/deps';
import { type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { findForStaff, type StaffRow } from '../../appointments/staff-lists.repository';
import { type Debt, type Debts, findDebts } from './charge-attempts.repository';
import type { ChargeRow } from './charges.repository';
import { currentOf } from './debt-facts';

/** An appointment and its charges, as they stand now. */
export async function readDebts({ db }: Deps, id: string): Promise<Debts> {
  const debts = await findDebts(db, id);
  if (!debts) throw new DomainError('not_found', MESSAGES.notFound);
  return debts;
}

/** An appointment and the charge that speaks for it now. Throws `conflict` for one that owes nothing (yet). */
export const readDebt = async (deps: Deps, id: string): Promise<Debt> =>
  debtOf(await readDebts(deps, id));

/** The same of debts that were read. */
export function debtOf({ appointment, charges }: Debts): Debt {
  const charge = currentOf(charges);
  if (charge) return { appointment, charge, charges };
  throw new DomainError(
    'conflict',
    appointment.testMode
      ? 'This is a test booking: nothing is charged for it.'
      : 'This delivery is not completed, so nothing is owed for it yet.',
  );
}

/** Throws `conflict` for a charge that is paid. */
export function refuseSettled({ state }: ChargeRow) {
  if (isSettled(state)) throw new DomainError('conflict', 'This delivery is paid already.');
}

/** Throws `conflict` for a charge that waits for staff to look at it. */
export function refuseInReview({ state }: ChargeRow) {
  if (state !== 'held') return;
  throw new DomainError(
    'conflict',
    'The amount of this delivery is being checked. It can be paid as soon as that is done.',
  );
}

/** Throws `conflict` for a charge that no card can pay, because it is too small. */
export function refuseTooLittle({ amountCents }: ChargeRow) {
  if (amountCents >= LEAST_CARD_CENTS) return;
  throw new DomainError(
    'conflict',
    `Less than ${formatDollars(LEAST_CARD_CENTS)} cannot be paid by card. Please pay it in cash.`,
  );
}

/** The appointment as staff see it. */
export async function readForStaff(deps: Deps, id: string): Promise<StaffAppointment> {
  const row = await findForStaff(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return staffView(row);
}

/** The same without a trip: as a write showed it, with the debts as they stand since. */
export function staffViewSince(shown: StaffRow, { appointment, charges }: Debts): StaffAppointment {
  const charge = currentOf(charges);
  return staffView({
    ...shown,
    appointment,
    chargeState: charge?.state ?? null,
    chargeError: charge?.errorMessage ?? null,
    chargeFacts: [...charges],
    chargeCard: charge && { brand: charge.cardBrand, last4: charge.cardLast4 },
  });
}
