import { isUniqueViolation } from '@/db/engine/failures';
import { type AuditWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { isSameEmail } from '@/domain/account/email';
import { EMAIL_MESSAGES } from '@/domain/account/email-address';
import { PASSWORD_MESSAGES } from '@/domain/account/passwords';
import { ADDRESS_NAMES, type ProfileChanges, savesPreferences } from '@/domain/account/profile';
import { refuseUsername } from '@/domain/account/username';
import { isAlready, type ReadValues } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit, changedColumns } from '../audit/audit';
import { message } from '../messages/message';
import { requireTurn } from '../messages/turns';
import { refuseAccountOverwrite } from './account-overwrite';
import { usernameTaken } from './auth.usecases';
import { missingConfirmation } from './confirm.usecases';
import { newProof } from './email-proof.usecases';
import { emailTaken } from './email-taken';
import { verifiedUser } from './password.usecases';
import type { SessionCall } from './sessions.usecases';
import { signInFirst } from './sign-in-first';
import {
  changeUser,
  findUserById,
  NO_RESET,
  selectUser,
  selectUserByEmail,
  selectUserByUsername,
  type UserRow,
} from './users.repository';
import { type UserView, userView } from './users.view';

/** Returns the caller's own profile. */
export async function ownProfile({ deps, actor }: UserCall): Promise<UserView> {
  const row = await findUserById(deps.db.orm, actor.userId);
  if (!row) throw signInFirst();
  return userView(row);
}

/**
 * Changes the caller's own profile, for every profile call. A new email address needs the current
 * password or, for staff, a recent identity check. It takes effect after it's verified.
 *
 * @param countProof counts a link to a new address, or throws `rate_limited`
 * @throws `conflict` if another user has the username or email
 * @throws `password_required`, or `invalid_input` for a wrong password
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 */
export async function updateProfile(
  call: SessionCall,
  { read, currentPassword, ...input }: ProfileChanges,
  countProof: () => Promise<unknown>,
): Promise<UserView> {
  const { deps, actor } = call;
  const found = await readForChange(deps, actor.userId, input);
  if (found.taken) throw found.taken;
  // An account can keep its username even if it breaks a newer rule.
  if (input.username !== found.own?.username) refuseUsername(input.username);
  const verified = await verifiedForChange(call, found.own, input.email, currentPassword);
  if (found.own && isNewAddress(found.own, input.email)) await countProof();
  try {
    return await retryOnConflict(async (first) => {
      const before = first ?? (await findUserById(deps.db.orm, actor.userId));
      if (!before) throw signInFirst();
      await refuseProfileOverwrite(call, before, read, input);
      if (isSaved(before, input)) return userView(before);
      const now = deps.clock.now();
      const { email, ...others } = input;
      const isPresent = email !== undefined && isSameEmail(email, before.email);
      const isNew = isNewAddress(before, email);
      const changes = {
        ...others,
        ...(isPresent && { email }),
        ...(savesPreferences(input) && { preferencesSavedAt: now }),
        updatedAt: now,
      };
      const entry = audit(call, {
        action: 'account.changed',
        userId: before.id,
        // Saving the pending address again leaves it pending and sends no second link.
        ...changedColumns(before, isPresent || isNew ? input : others),
      });
      const row =
        email !== undefined && isNew
          ? await changeAddress(deps, { before, verified, changes, address: email, entry })
          : await changeFields(deps, { before, changes, entry });
      return userView(row);
    }, found.own);
  } catch (error) {
    // Another user took the username or the email address between the read and the write.
    if (!isUniqueViolation(error)) throw error;
    throw (await readForChange(deps, actor.userId, input)).taken ?? usernameTaken();
  }
}

/**
 * True if preferences count as saved after this change. Default values only count after the
 * customer's first save, even if the save doesn't change them.
 */
const isSaved = (row: UserRow, input: Omit<ProfileChanges, 'read' | 'currentPassword'>) =>
  isAlready(row, input) && (row.preferencesSavedAt !== null || !savesPreferences(input));

type Named = { username?: string | undefined; email?: string | undefined };

/**
 * Reads the caller's row, and the error to throw if another user has the username or email address.
 */
async function readForChange({ db }: Deps, userId: string, { username, email }: Named) {
  const [[own], [named], [addressed]] = await db.read((orm) => [
    selectUser(orm, userId),
    selectUserByUsername(orm, username ?? ''),
    selectUserByEmail(orm, email ?? ''),
  ]);
  const isAnother = (user: UserRow | undefined) => user !== undefined && user.id !== userId;
  const taken = isAnother(named) ? usernameTaken() : isAnother(addressed) ? emailTaken() : null;
  return { own: own ?? null, taken };
}

/**
 * True if the address is neither the current one nor one that its owner entered before. If staff
 * entered it, the owner's password makes it the owner's own.
 */
const isNewAddress = (row: UserRow, email: string | undefined) =>
  email !== undefined &&
  !isSameEmail(email, row.email) &&
  (row.pendingEmailBy !== null || !isSameEmail(email, row.pendingEmail));

/**
 * Checks the caller's password or, for staff, their recent identity check. Returns the caller's
 * row, or null if the address doesn't change.
 */
async function verifiedForChange(
  call: SessionCall,
  row: UserRow | null,
  email: string | undefined,
  password: string | undefined,
): Promise<UserRow | null> {
  if (!row || !isNewAddress(row, email)) return null;
  if (password) return verifiedUser(call, password);
  const methods = row.role === 'customer' ? undefined : await missingConfirmation(call);
  if (methods === null) return row;
  throw new DomainError('password_required', EMAIL_MESSAGES.passwordRequired, {
    field: 'currentPassword',
    ...(methods && { details: { methods } }),
  });
}

type AddressChange = {
  before: UserRow;
  /** The caller's row at the time of the identity check. */
  verified: UserRow | null;
  changes: Partial<UserRow>;
  address: string;
  entry: AuditWrite;
};

async function changeFields(
  { db }: Deps,
  { before, changes, entry }: Pick<AddressChange, 'before' | 'changes' | 'entry'>,
): Promise<UserRow> {
  const guard = changeUser(db.orm, before, changes);
  const written = await writeGuarded(db, { guard, audit: entry });
  return written.changed;
}

/** Stores the new address as pending, sends the link there, and notifies the current address. */
async function changeAddress(
  deps: Deps,
  { before, verified, changes, address, entry }: AddressChange,
): Promise<UserRow> {
  if (verified?.password !== before.password) {
    throw new DomainError('conflict', PASSWORD_MESSAGES.changedMeanwhile);
  }
  const turnLeft = await requireTurn({ deps }, address);
  const proof = newProof(deps, before, address);
  const columns = {
    ...changes,
    pendingEmail: address,
    pendingEmailBy: null,
    ...proof.columns,
    // A reset link sent to the old address must no longer work.
    ...NO_RESET,
  };
  const written = await writeGuarded(deps.db, {
    guard: changeUser(deps.db.orm, before, columns, turnLeft),
    audit: entry,
    also: [
      proof.message,
      message({ deps }, 'email-changing', { account: before, by: 'owner', to: address }),
    ],
  });
  return written.changed;
}

/**
 * Refuses to overwrite a profile field that changed since the form was opened. The address counts
 * under each of its names, because forms use different ones.
 */
function refuseProfileOverwrite(
  call: SessionCall,
  row: UserRow,
  read: ReadValues,
  input: Omit<ProfileChanges, 'read'>,
): Promise<void> {
  const { fullName, email, phone, address, boatName, boatType } = row;
  const { preferredFuelType, typicalFuelCapacity, preferredCanType, deliveryMethod } = row;
  const named = <T>(address: T) =>
    Object.fromEntries(ADDRESS_NAMES.map((name) => [name, address] as const));
  const current = {
    fullName,
    email,
    phone,
    boatName,
    boatType,
    preferredFuelType,
    typicalFuelCapacity,
    preferredCanType,
    deliveryMethod,
    ...named(address),
  };
  const sent = { ...input, ...named(input.address) };
  return refuseAccountOverwrite(
    call,
    {
      userId: row.id,
      actions: ['account.changed', 'customer.edited'],
      columns: Object.fromEntries(ADDRESS_NAMES.map((name) => [name, 'address'])),
    },
    { read, sent, current },
    row.updatedAt,
  );
}
