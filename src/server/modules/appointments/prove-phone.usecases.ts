import { LINK_MESSAGES, LINK_TRIES, wrongDigits } from '@/domain/appointment/delivery-link';
import { DomainError } from '@/domain/errors';
import { phoneDigits } from '@/domain/phone';
import type { Call } from '@/server/config/call';
import { isSameSecret } from '../auth/tokens';
import { ownRow, visitorLinkOf } from './access';
import { findAppointment } from './appointments.repository';
import { issueProof } from './delivery-link';
import { giveBackLinkTry, takeLinkTry } from './link-hashes.repository';

/**
 * Verifies a caller who has only the link, by the last 4 digits of the appointment's phone number.
 *
 * @returns the proof that the browser stores for a short time, or null if none is needed
 * @throws `invalid_input` for wrong digits
 * @throws `rate_limited` after five attempts per link, across all processes, until the link is
 *   replaced
 */
export async function provePhone(
  { deps, actor }: Call,
  input: { id: string; lastDigits: string },
): Promise<string | null> {
  const row = ownRow(actor, await findAppointment(deps.db.orm, input.id));
  const link = visitorLinkOf(actor, row);
  if (!link || link.provenBy === 'key') return null;
  const digits = phoneDigits(row.customerPhone ?? '');
  if (digits.length < 4) throw new DomainError('conflict', LINK_MESSAGES.noPhone);
  // Counted before the digits are compared, so that concurrent attempts can't exceed the limit.
  const taken = await takeLinkTry(deps.db, row, LINK_TRIES);
  if (taken === null) throw new DomainError('rate_limited', LINK_MESSAGES.tooMany);
  if (isSameSecret(input.lastDigits, digits.slice(-4))) {
    await giveBackLinkTry(deps.db, row);
    return issueProof(deps, row);
  }
  const message = taken < LINK_TRIES ? wrongDigits(LINK_TRIES - taken) : LINK_MESSAGES.tooMany;
  throw new DomainError('invalid_input', message, { field: 'lastDigits' });
}
