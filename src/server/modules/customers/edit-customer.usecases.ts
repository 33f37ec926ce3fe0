import { isUniqueViolation } from '@/db/engine/failures';
import { type ConditionalWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { CustomerEdit } from '@/domain/account/customer-edit.schema';
import { emailKey, isSameEmail } from '@/domain/account/email';
import { RESET_LINK_MS } from '@/domain/account/passwords';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import { audit, changedColumns } from '../audit/audit';
import { selectMadeByStaff } from '../audit/audit.repository';
import { refuseAccountOverwrite } from '../auth/account-overwrite';
import { newProof } from '../auth/email-proof.usecases';
import { emailTaken } from '../auth/email-taken';
import { hashToken, newToken } from '../auth/tokens';
import {
  changeUser,
  isListedCustomer,
  NO_PROOF,
  selectUser,
  selectUserByEmail,
  type UserRow,
} from '../auth/users.repository';
import { message } from '../messages/message';
import { requireTurn } from '../messages/turns';
import { correctingContact } from './customers.repository';

/** A person's contact details. `pendingEmail` is the address that isn't verified yet. */
export type CustomerContact = Pick<
  UserRow,
  'id' | 'fullName' | 'email' | 'pendingEmail' | 'phone' | 'address'
>;

export const unknownCustomer = () =>
  new DomainError('not_found', 'We couldn’t find that customer.');

/**
 * Changes a customer's contact details. A corrected name or phone number also reaches the customer's
 * open appointments. A new email address takes effect once the customer has verified it with the
 * password, and the current address is notified, so nobody in the office can take over an account.
 * If nobody has used the account yet, its invitation goes to the new address instead. A guest's new
 * address takes effect immediately, and reaches the open appointments too.
 *
 * @throws `not_found` if the account isn't a customer's
 * @throws `conflict` if another account has the address
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 * @throws `rate_limited` if too many messages went to the new address
 */
export async function editCustomer(
  call: UserCall,
  { id, read, ...input }: CustomerEdit,
): Promise<CustomerContact> {
  const { deps } = call;
  try {
    const row = await retryOnConflict(async () => {
      const [[before], [addressed], [made]] = await deps.db.read((orm) => [
        selectUser(orm, id),
        selectUserByEmail(orm, input.email ?? ''),
        selectMadeByStaff(orm, id),
      ]);
      if (!isListedCustomer(before)) throw unknownCustomer();
      const isGuest = before.role === 'guest';
      if (!isGuest && addressed && addressed.id !== id) throw emailTaken();
      await refuseAccountOverwrite(
        call,
        { userId: id, actions: ['account.changed', 'customer.edited'] },
        { read, sent: input, current: contactOf(before) },
        before.updatedAt,
      );
      const { email, ...others } = input;
      const isNewEmail =
        email !== undefined &&
        !isSameEmail(email, isGuest ? before.guestEmail : before.email) &&
        !isSameEmail(email, before.pendingEmail);
      if (isAlready(before, others) && !isNewEmail) return before;
      const now = deps.clock.now();
      // The link of an invitation verifies the address, so an unverified account that staff created
      // was never used.
      const isUnused = made !== undefined && before.emailProvenAt === null;
      const address = !isNewEmail
        ? NO_NEW_ADDRESS
        : isGuest
          ? { columns: { guestEmail: email, guestEmailKey: emailKey(email) }, messages: [] }
          : isUnused
            ? await invitedAnew(call, { before, email })
            : await pendingAddress(call, { before, email });
      const changes = { ...others, ...address.columns, updatedAt: now };
      const { before: was, after } = changedColumns(
        { ...before, email: addressOf(before) },
        isNewEmail ? input : others,
      );
      const written = await writeGuarded(deps.db, {
        guard: changeUser(deps.db.orm, before, changes, address.turnLeft),
        audit: audit(call, {
          action: 'customer.edited',
          before: { customerId: id, ...was },
          after: { customerId: id, ...after },
        }),
        also: [
          ...correctingContact(before, { ...others, ...address.columns }, now),
          ...address.messages,
        ],
      });
      return written.changed;
    });
    return contactOf(row);
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

const contactOf = (user: UserRow) => {
  const { id, fullName, pendingEmail, phone, address } = user;
  return { id, fullName, email: addressOf(user), pendingEmail, phone, address };
};

/** Returns a person's email address. A guest's signs no one in, so it needs no verification. */
const addressOf = ({ email, guestEmail }: UserRow) => email ?? guestEmail;

type NewAddress = { before: UserRow; email: string };
type AddressChange = {
  columns: Partial<UserRow>;
  turnLeft?: Awaited<ReturnType<typeof requireTurn>>;
  messages: readonly (ConditionalWrite | null)[];
};

const NO_NEW_ADDRESS: AddressChange = { columns: {}, messages: [] };

/** Stores the address as pending, sends its link, and notifies the current address. */
async function pendingAddress(
  call: UserCall,
  { before, email }: NewAddress,
): Promise<AddressChange> {
  const { deps } = call;
  const turnLeft = await requireTurn(call, email);
  const proof = newProof(deps, before, email, 'office');
  return {
    columns: { pendingEmail: email, pendingEmailBy: 'staff', ...proof.columns },
    turnLeft,
    messages: [
      proof.message,
      message(call, 'email-changing', { account: before, by: 'office', to: email }),
    ],
  };
}

/** Replaces the address of an account that was never used, and sends its invitation there. */
async function invitedAnew(call: UserCall, { before, email }: NewAddress): Promise<AddressChange> {
  const turnLeft = await requireTurn(call, email);
  const token = newToken();
  const tokenHash = hashToken(token);
  return {
    columns: {
      email,
      ...NO_PROOF,
      resetToken: tokenHash,
      resetTokenExpires: call.deps.clock.now() + RESET_LINK_MS,
    },
    turnLeft,
    messages: [message(call, 'account-made', { account: { ...before, email }, token, tokenHash })],
  };
}
