import { formatDollars, minus, NO_CENTS, plus } from '@/domain/money';
import { LEDGER_KINDS, ledgerFigures } from '@/domain/payment/ledger';
import type { AnyCall } from '@/server/config/call';
import { type LedgerEntry, selectSums } from '../../ledger/ledger.repository';
import { type ChargeRow, selectCharges } from '../charges/charges.repository';
import { receivedOf } from '../charges/debt-facts';
import { type DisputeRow, selectDisputesOf } from '../disputes/disputes.repository';
import type { Findings } from './reconcile-charge.usecases';

/**
 * Compares the complete ledger with the charges and disputes of appointments. A difference means
 * that the books lack the money of an entry, so a person must decide.
 */
export async function compareLedger(
  call: AnyCall,
  appointmentIds: Iterable<string>,
  found: Findings,
): Promise<void> {
  for (const { appointmentId, difference } of await differencesOf(call, [...appointmentIds])) {
    found.unmended.push(`appointment ${appointmentId}: ${difference}`);
    found.looks.push({
      appointmentId,
      key: `ledger:${appointmentId}:${difference}`,
      reason: `The ledger and our books differ on this delivery: ${difference}.`,
      settles: null,
    });
  }
}

/** Describes a ledger entry that was missing. */
export const lackedText = ({ id, kind, grossCents, feeCents }: LedgerEntry) =>
  `ledger entry ${id} was missing: ${LEDGER_KINDS[kind].label}, ${formatDollars(minus(grossCents, feeCents))}`;

/** The number of appointments read in one round trip. */
const AT_ONCE = 20;

/** Finds the appointments on which the books and the ledger differ. */
async function differencesOf({ deps }: AnyCall, appointmentIds: readonly string[]) {
  const differing: { appointmentId: string; difference: string }[] = [];
  for (let from = 0; from < appointmentIds.length; from += AT_ONCE) {
    const ids = appointmentIds.slice(from, from + AT_ONCE);
    const read = await deps.db.read((orm) => [
      ...ids.map((id) => selectCharges(orm, id)),
      ...ids.map((id) => selectDisputesOf(orm, id)),
      ...ids.map((id) => selectSums(orm, id)),
    ]);
    for (const [index, appointmentId] of ids.entries()) {
      const at = (part: number) => read[part * ids.length + index] ?? [];
      const difference = differenceOf({
        charges: at(0) as ChargeRow[],
        disputes: at(1) as DisputeRow[],
        sums: at(2) as Sums,
      });
      if (difference) differing.push({ appointmentId, difference });
    }
  }
  return differing;
}

type Sums = Awaited<ReturnType<typeof selectSums>>;
type Books = { charges: ChargeRow[]; disputes: DisputeRow[]; sums: Sums };

function differenceOf({ charges, disputes, sums }: Books): string | null {
  const received = charges.map((charge) => minus(receivedOf(charge), charge.refundedCents));
  const lost = plus(NO_CENTS, ...disputes.map(({ lostCents }) => lostCents));
  const ours = minus(plus(NO_CENTS, ...received), lost);
  const booked = ledgerFigures(sums).revenueCents;
  if (ours === booked) return null;
  return `revenue is ${formatDollars(ours)} in the books and ${formatDollars(booked)} in the ledger`;
}
