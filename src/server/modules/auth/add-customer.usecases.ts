import { isUniqueViolation } from '@/db/engine/failures';
import { type NewCustomerInput, usernameFor } from '@/domain/account/new-customer.schema';
import { RESET_LINK_MS } from '@/domain/account/passwords';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { emailTaken } from './email-taken';
import { hashPassword } from './passwords';
import { hashToken, newToken } from './tokens';
import { insertingUser, selectUserByEmail, wholeUser } from './users.repository';

/**
 * Makes an account for a customer on the phone. Its password is random: a link to the address lets the
 * customer choose one, and proves the address. Throws `conflict` where an account has the address.
 */
export async function addCustomer(
  call: UserCall,
  input: NewCustomerInput,
): Promise<{ id: string; username: string }> {
  const { deps } = call;
  const [taken] = await selectUserByEmail(deps.db.orm, input.email);
  if (taken) throw emailTaken();
  const now = deps.clock.now();
  const token = newToken();
  const tokenHash = hashToken(token);
  const number = (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) + 1_000;
  const user = wholeUser({
    id: deps.ids.next(),
    username: usernameFor(input.fullName, number),
    password: await hashPassword(newToken()),
    ...input,
    resetToken: tokenHash,
    resetTokenExpires: now + RESET_LINK_MS,
    createdAt: now,
    updatedAt: now,
  });
  const { id, username } = user;
  const entry = audit(call, {
    action: 'account.made',
    userId: id,
    after: { username, ...input },
  });
  const told = message(call, 'account-made', { account: user, token, tokenHash });
  try {
    await deps.db.batch((orm) => insertingUser(orm, user, { entry, told }));
  } catch (error) {
    // Another call took the address between the read and the write.
    if (isUniqueViolation(error)) throw emailTaken();
    throw error;
  }
  return { id, username };
}
