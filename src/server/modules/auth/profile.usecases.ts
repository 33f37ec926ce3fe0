import { isUniqueViolation } from '@/db/failures';
import { type ProfileChanges, savesPreferences } from '@/domain/account/profile';
import { DomainError } from '@/domain/errors';
import type { UserActor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { emailTaken, type UserView, usernameTaken, userView } from './auth.usecases';
import { findUserByEmail, findUserById, findUserByUsername, updateUser } from './users.repository';

type Call = { deps: Deps; actor: UserActor };

const goneMeanwhile = () => new DomainError('unauthenticated', 'Please sign in first.');

/** The caller's own profile. */
export async function ownProfile({ deps, actor }: Call): Promise<UserView> {
  const row = await findUserById(deps.db.orm, actor.userId);
  if (!row) throw goneMeanwhile();
  return userView(row);
}

/**
 * Changes the caller's own profile; the only function that does, behind every profile call (D50).
 * Throws `conflict` when the user name or email belongs to somebody else (D53).
 */
export async function updateProfile(
  { deps, actor }: Call,
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
      // A link that went to the old address must not open the account any more.
      ...(input.email && { resetToken: null, resetTokenExpires: null }),
      updatedAt: now,
    });
    if (!row) throw goneMeanwhile();
    return userView(row);
  } catch (error) {
    // Somebody took it between the look and the write.
    if (!isUniqueViolation(error)) throw error;
    throw (await takenBy()) ?? usernameTaken();
  }
}
