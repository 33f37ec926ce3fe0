import { LINK_MESSAGES, LINK_TRIES, wrongDigits } from '@/domain/appointment/delivery-link';
import { DomainError } from '@/domain/errors';
import { phoneDigits } from '@/domain/phone';
import type { Call } from '@/server/config/call';
import { isSameSecret } from '../auth/tokens';
import { heldLink, ownRow } from './access';
import { findAppointment } from './appointments.repository';
import { issueProof } from './delivery-link';
import { giveBackLinkTry, takeLinkTry } from './link-hashes.repository';

/**
 * Proves by the last four digits of its phone number that an appointment is the caller's, who has its
 * link alone. Throws `invalid_input` for wrong digits, and `rate_limited` after five for a link,
 * counted by all processes together, until it is replaced.
 *
 * @returns what the browser keeps for a short while; null for who needs no proof
 */
export async function provePhone(
  { deps, actor }: Call,
  input: { id: string; lastDigits: string },
): Promise<string | null> {
  const row = ownRow(actor, await findAppointment(deps.db.orm, input.id));
  const link = heldLink(actor, row);
  if (!link || link.provenBy === 'key') return null;
  const digits = phoneDigits(row.customerPhone ?? '');
  if (digits.length < 4) throw new DomainError('conflict', LINK_MESSAGES.noPhone);
  // Taken before the digits are looked at, so that many at once are no more than five.
  const taken = await takeLinkTry(deps.db, row, LINK_TRIES);
  if (taken === null) throw new DomainError('rate_limited', LINK_MESSAGES.tooMany);
  if (isSameSecret(input.lastDigits, digits.slice(-4))) {
    await giveBackLinkTry(deps.db, row);
    return issueProof(deps, row);
  }
  const message = taken < LINK_TRIES ? wrongDigits(LINK_TRIES - taken) : LINK_MESSAGES.tooMany;
  throw new DomainError('invalid_input', message, { field: 'lastDigits' });
}
