import { isUniqueViolation } from '@/db/engine/failures';
import { untilHeld } from '@/db/guarded-batch';
import { ADDRESS_NAMES, type ProfileChanges, savesPreferences } from '@/domain/account/profile';
import { changedMeanwhile, overwritten, type ReadValues } from '@/domain/changed-meanwhile';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import { emailTaken, type UserView, usernameTaken, userView } from './auth.usecases';
import {
  findUserByEmail,
  findUserById,
  findUserByUsername,
  type UserRow,
  updateUser,
} from './users.repository';

const signInFirst = () => new DomainError('unauthenticated', 'Please sign in first.');

/** The caller's own profile. */
export async function ownProfile({ deps, actor }: UserCall): Promise<UserView> {
  const row = await findUserById(deps.db.orm, actor.userId);
  if (!row) throw signInFirst();
  return userView(row);
}

/**
 * Changes the caller's own profile, for every profile call (D50). Throws `conflict` when the
 * username or e-mail belongs to another user (D53), and `changed_meanwhile` where another page
 * saved one of these fields since the form was opened.
 */
export async function updateProfile(
  { deps, actor }: UserCall,
  { read, ...input }: ProfileChanges,
): Promise<UserView> {
  const { db, clock } = deps;
  const takenBy = async () => {
    const named = input.username && (await findUserByUsername(db.orm, input.username));
    if (named && named.id !== actor.userId) return usernameTaken();
    const addressed = input.email && (await findUserByEmail(db.orm, input.email));
    return addressed && addressed.id !== actor.userId ? emailTaken() : null;
  };
  const refusal = await takenBy();
  if (refusal) throw refusal;
  const now = clock.now();
  try {
    return await untilHeld(async () => {
      const before = await findUserById(db.orm, actor.userId);
      if (!before) throw signInFirst();
      refuseProfileOverwrite(before, read, input);
      const row = await updateUser(db, before, {
        ...input,
        ...(savesPreferences(input) && { preferencesSavedAt: now }),
        // A link that went to the old address must no longer open the account.
        ...(input.email && { resetToken: null, resetTokenExpires: null }),
        updatedAt: now,
      });
      return row && userView(row);
    });
  } catch (error) {
    // Another user took it between the read and the write.
    if (!isUniqueViolation(error)) throw error;
    throw (await takenBy()) ?? usernameTaken();
  }
}

/** Forms call the one address of a person by several names (D50). */
function refuseProfileOverwrite(
  row: UserRow,
  read: ReadValues,
  input: Omit<ProfileChanges, 'read'>,
): void {
  const { fullName, email, phone, address, boatName, boatType } = row;
  const { preferredFuelType, typicalFuelCapacity, preferredCanType, deliveryMethod } = row;
  const named = <T>(address: T) =>
    Object.fromEntries(ADDRESS_NAMES.map((name) => [name, address] as const));
  const current = {
    ...{ fullName, email, phone, boatName, boatType },
    ...{ preferredFuelType, typicalFuelCapacity, preferredCanType, deliveryMethod },
    ...named(address),
  };
  const changes = overwritten(read, { sent: { ...input, ...named(input.address) }, current });
  if (changes.length === 0) return;
  // Only the customer changes their profile: it was another page, or another device.
  throw changedMeanwhile(changes.map((one) => ({ ...one, who: 'You', when: row.updatedAt })));
}
