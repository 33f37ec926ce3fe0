import { ON_ACCOUNT } from '@/domain/account/house-account';
import { NO_CENTS } from '@/domain/money';
import type { AnyCall } from '@/server/config/call';
import { type Refundable, selectRefundable } from '../refunds/refunds.repository';
import { type ChargeRow, selectCharges } from './charges.repository';
import { receivedOf } from './debt-facts';

/** Reads a delivery's charges for a correction, in sequence. Amounts are in cents. */
export async function readCharges({ deps }: AnyCall, { id }: { id: string }) {
  const [charges, refundable] = await deps.db.read((orm) => [
    selectCharges(orm, id),
    selectRefundable(orm, id),
  ]);
  return correctable(charges, refundable);
}

/** Adds the received and refundable amounts (cents) to each charge. */
export function correctable(charges: readonly ChargeRow[], refundable: readonly Refundable[]) {
  const of = new Map(refundable.map((one) => [one.charge.id, one]));
  return charges.map((charge) => ({
    sequence: charge.sequence,
    kind: charge.kind,
    state: charge.state,
    paidBy: charge.paidBy,
    amountCents: charge.amountCents,
    receivedCents: receivedOf(charge),
    leftCents: of.get(charge.id)?.left ?? NO_CENTS,
    correctedBackCents: of.get(charge.id)?.correctedBack ?? NO_CENTS,
    // A paid charge doesn't have the error of an open one.
    isOnAccount: of.get(charge.id)?.isOnAccount ?? charge.errorCode === ON_ACCOUNT,
    cardBrand: charge.cardBrand,
    cardLast4: charge.cardLast4,
  }));
}
