import { isUniqueViolation } from '@/db/failures';
import type { RegistrationInput } from '@/domain/account/schemas';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { hashPassword, verifyPassword } from './passwords';
import { type NewSession, openSession } from './sessions.usecases';
import {
  findUserByEmail,
  findUserById,
  findUserByUsername,
  insertUser,
  type UserRow,
} from './users.repository';

/** A user as the browser may see one: never the password, never a token (D53). */
export type UserView = Omit<
  UserRow,
  'password' | 'resetToken' | 'resetTokenExpires' | 'stripeCustomerId'
>;

type SignedIn = { user: UserView; session: NewSession };

export function userView(row: UserRow): UserView {
  const { password, resetToken, resetTokenExpires, stripeCustomerId, ...view } = row;
  return view;
}

/** Creates a customer and signs them in. Throws `conflict` when the name or email is taken. */
export async function register(
  { deps, userAgent }: { deps: Deps; userAgent: string | null },
  input: RegistrationInput,
): Promise<SignedIn> {
  const now = deps.clock.now();
  if (await findUserByUsername(deps.db.orm, input.username)) throw usernameTaken();
  if (await findUserByEmail(deps.db.orm, input.email)) throw emailTaken();
  const id = deps.ids.next();
  const password = await hashPassword(input.password);
  try {
    await insertUser(deps.db, {
      id,
      username: input.username,
      password,
      email: input.email,
      fullName: input.fullName,
      phone: input.phone,
      address: input.homeAddress,
      preferredFuelType: input.preferredFuelType,
      createdAt: now,
      updatedAt: now,
    });
  } catch (error) {
    // Somebody took it between the look and the write.
    if (!isUniqueViolation(error)) throw error;
    throw (await findUserByUsername(deps.db.orm, input.username)) ? usernameTaken() : emailTaken();
  }
  const user = await findUserById(deps.db.orm, id);
  if (!user) throw new Error('the user just written is not there');
  return { user: userView(user), session: await openSession({ deps }, { userId: id, userAgent }) };
}

export const usernameTaken = () =>
  new DomainError('conflict', 'That username is already taken.', { field: 'username' });
export const emailTaken = () =>
  new DomainError('conflict', 'An account with that email already exists.', { field: 'email' });

/** Signs in by user name or email. Says the same for an unknown user and a wrong password. */
export async function logIn(
  { deps, userAgent }: { deps: Deps; userAgent: string | null },
  input: { username: string; password: string },
): Promise<SignedIn> {
  const user = await checkPassword(deps, input);
  return {
    user: userView(user),
    session: await openSession({ deps }, { userId: user.id, userAgent }),
  };
}

/** Signs an admin in; any other user gets `forbidden` and no session (D48). */
export async function logInAdmin(
  { deps, userAgent }: { deps: Deps; userAgent: string | null },
  input: { username: string; password: string },
): Promise<SignedIn> {
  const user = await checkPassword(deps, input);
  if (user.role !== 'admin') {
    throw new DomainError('forbidden', 'You do not have admin privileges.');
  }
  return {
    user: userView(user),
    session: await openSession({ deps }, { userId: user.id, userAgent }),
  };
}

async function checkPassword(
  deps: Deps,
  input: { username: string; password: string },
): Promise<UserRow> {
  const user = input.username.includes('@')
    ? await findUserByEmail(deps.db.orm, input.username)
    : await findUserByUsername(deps.db.orm, input.username);
  const right = await verifyPassword(user?.password ?? null, input.password);
  if (!user || !right) throw new DomainError('unauthenticated', 'Invalid username or password.');
  return user;
}

/** The signed-in user, or null (customer section 7: a 401 becomes null in the browser). */
export async function currentUser({
  deps,
  actor,
}: {
  deps: Deps;
  actor: Actor;
}): Promise<UserView | null> {
  if (actor.kind !== 'user') return null;
  const user = await findUserById(deps.db.orm, actor.userId);
  return user && userView(user);
}
