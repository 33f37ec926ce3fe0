import { formatDollars, minus, NO_CENTS, plus } from '@/domain/money';
import { LEDGER_KINDS, ledgerFigures } from '@/domain/payment/ledger';
import type { AnyCall } from '@/server/config/call';
import { type LedgerEntry, selectSums } from '../ledger/ledger.repository';
import { selectCharges } from './charges.repository';
import { receivedOf } from './debt-facts';
import { selectDisputesOf } from './disputes.repository';
import type { Findings } from './reconcile-charge.usecases';

/**
 * Compares the ledger with the charges and disputes of appointments, once it has what it lacked. What differs
 * then has an entry without its money in the books; it needs a person.
 */
export async function compareLedger(
  call: AnyCall,
  appointmentIds: Iterable<string>,
  found: Findings,
): Promise<void> {
  for (const appointmentId of appointmentIds) {
    const difference = await differenceOf(call, appointmentId);
    if (!difference) continue;
    found.unmended.push(`appointment ${appointmentId}: ${difference}`);
    found.looks.push({
      appointmentId,
      key: `ledger:${appointmentId}:${difference}`,
      reason: `The ledger and our books differ on this delivery: ${difference}.`,
      settles: null,
    });
  }
}

/** That an entry was missing, in words. */
export const lackedText = ({ id, kind, grossCents, feeCents }: LedgerEntry) =>
  `ledger entry ${id} was missing: ${LEDGER_KINDS[kind].label}, ${formatDollars(minus(grossCents, feeCents))}`;

async function differenceOf({ deps }: AnyCall, appointmentId: string): Promise<string | null> {
  const [charges, disputes, sums] = await deps.db.read((orm) => [
    selectCharges(orm, appointmentId),
    selectDisputesOf(orm, appointmentId),
    selectSums(orm, appointmentId),
  ]);
  const kept = charges.map((charge) => minus(receivedOf(charge), charge.refundedCents));
  const lost = plus(NO_CENTS, ...disputes.map(({ lostCents }) => lostCents));
  const ours = minus(plus(NO_CENTS, ...kept), lost);
  const booked = ledgerFigures(sums).revenueCents;
  if (ours === booked) return null;
  return `what was kept is ${formatDollars(ours)} in the books and ${formatDollars(booked)} in the ledger`;
}
