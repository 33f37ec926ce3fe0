import { isUniqueViolation } from '@/db/engine/failures';
import { type ProfileChanges, savesPreferences } from '@/domain/account/profile';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import { emailTaken, type UserView, usernameTaken, userView } from './auth.usecases';
import { findUserByEmail, findUserById, findUserByUsername, updateUser } from './users.repository';

const signInFirst = () => new DomainError('unauthenticated', 'Please sign in first.');

/** The caller's own profile. */
export async function ownProfile({ deps, actor }: UserCall): Promise<UserView> {
  const row = await findUserById(deps.db.orm, actor.userId);
  if (!row) throw signInFirst();
  return userView(row);
}

/**
 * Changes the caller's own profile, for every profile call (D50). Throws `conflict` when the
 * username or e-mail belongs to another user (D53).
 */
export async function updateProfile(
  { deps, actor }: UserCall,
  input: ProfileChanges,
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
    const row = await updateUser(db, actor.userId, {
      ...input,
      ...(savesPreferences(input) && { preferencesSavedAt: now }),
      // A link that went to the old address must no longer open the account.
      ...(input.email && { resetToken: null, resetTokenExpires: null }),
      updatedAt: now,
    });
    if (!row) throw signInFirst();
    return userView(row);
  } catch (error) {
    // Another user took it between the read and the write.
    if (!isUniqueViolation(error)) throw error;
    throw (await takenBy()) ?? usernameTaken();
  }
}
