import { writeEntry } from '@/db/guarded-batch';
import { canGetMail } from '@/domain/account/email';
import { awaitsFirstCard } from '@/domain/appointment/booked-by';
import { DomainError, MESSAGES } from '@/domain/errors';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { shownPhone } from '@/domain/phone-number';
import type { Call } from '@/server/config/call';
import { deliveryFacts } from '../../appointments/delivery-link';
import { audit } from '../../audit/audit';
import { takeAttempt } from '../../limits/limits.usecases';
import { message } from '../../messages/message';
import { numbersOf } from '../../messages/reach';
import { findDebts } from '../charges/charge-attempts.repository';
import type { ChargeRow } from '../charges/charges.repository';
import { refuseTooLittle } from '../charges/debt';
import { payableOf } from '../charges/debt-facts';

/**
 * Emails and texts the customer the payment link for a balance or a first card.
 *
 * @param address the caller's IP address
 * @throws `conflict` if nothing is due, the charge can't be paid by link, or no message can
 *   reach the customer; `rate_limited` after a few messages for one appointment
 */
export async function sendPayLink(
  call: Call,
  { id }: { id: string },
  address: string | null,
): Promise<{ sentTo: string }> {
  const { deps } = call;
  const debts = await findDebts(deps.db, id);
  if (!debts) throw new DomainError('not_found', MESSAGES.notFound);
  const { appointment: row, charges } = debts;
  refuseUnpayable(payableOf(charges));
  if (row.remainingBalanceCents === 0 && !awaitsFirstCard(row)) {
    throw new DomainError('conflict', 'This delivery has no balance due.');
  }
  const number = (await numbersOf(deps, [row])).get(id);
  const sentTo = [
    ...(row.customerEmail !== null && canGetMail(row.customerEmail) ? [row.customerEmail] : []),
    ...(number ? [shownPhone(number)] : []),
  ].join(' and ');
  if (sentTo === '') {
    throw new DomainError(
      'conflict',
      'We can’t email or text this customer. Copy the link and send it another way.',
    );
  }
  await takeAttempt(call, { name: 'linkMail', account: id, address });
  const entry = audit(call, { appointmentId: id, action: 'appointment.pay_link_sent' });
  const told = message(call, 'pay-link', deliveryFacts(deps, row));
  await writeEntry(deps.db, entry, told ? [told] : []);
  return { sentTo };
}

/** @throws `conflict` if the customer couldn't pay the charge by link now */
function refuseUnpayable(charge: ChargeRow | null) {
  if (!charge) return;
  refuseTooLittle(charge);
  if (!UNFINISHED_CHARGE_STATES.includes(charge.state)) return;
  throw new DomainError(
    'conflict',
    'The card is still being charged, so this balance can’t be paid by link yet. Check again in a few minutes, or record cash.',
  );
}
