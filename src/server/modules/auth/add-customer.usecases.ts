import { isUniqueViolation } from '@/db/engine/failures';
import { retryOnConflict } from '@/db/guarded-batch';
import { type NewCustomerInput, usernameFor } from '@/domain/account/new-customer.schema';
import { RESET_LINK_MS } from '@/domain/account/passwords';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { requireTurn } from '../messages/turns';
import { emailTaken } from './email-taken';
import { hashPassword } from './passwords';
import { fingerprintOf, hashToken, newToken } from './tokens';
import { insertingUser, selectUser, selectUserByEmail, wholeUser } from './users.repository';

/** Avoids duplicate usernames for people with the same name. */
const anyNumber = () => (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) + 1_000;

/**
 * Creates an account for a customer on the phone. Its password is random. A link sent to the email
 * address lets the customer choose a password, and verifies the address. Repeating it with the same
 * `requestId` changes nothing.
 *
 * @throws `conflict` if another account has the address
 * @throws `rate_limited` if unknown senders caused too many messages to it
 */
export async function addCustomer(
  call: UserCall,
  { requestId, ...contact }: NewCustomerInput,
): Promise<{ id: string; username: string }> {
  const { deps, actor } = call;
  // A form that was changed before a retry describes another customer, so it gets another ID.
  const id = requestId
    ? fingerprintOf({ ...contact, requestId, actor: actor.userId })
    : deps.ids.next();
  return retryOnConflict(async () => {
    const [[made], [taken]] = await deps.db.read((orm) => [
      selectUser(orm, id),
      selectUserByEmail(orm, contact.email),
    ]);
    if (made) return { id, username: made.username };
    if (taken) throw emailTaken();
    await requireTurn(call, contact.email);
    const now = deps.clock.now();
    const token = newToken();
    const tokenHash = hashToken(token);
    const user = wholeUser({
      id,
      username: usernameFor(contact.fullName, anyNumber()),
      password: await hashPassword(newToken()),
      ...contact,
      resetToken: tokenHash,
      resetTokenExpires: now + RESET_LINK_MS,
      createdAt: now,
      updatedAt: now,
    });
    const { username } = user;
    const entry = audit(call, {
      action: 'account.made',
      userId: id,
      after: { username, ...contact },
    });
    const told = message(call, 'account-made', { account: user, token, tokenHash });
    try {
      await deps.db.batch((orm) => insertingUser(orm, user, { entry, told }));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Another call created this account, took the address, or took the username. Read again.
      return null;
    }
    return { id, username };
  });
}
