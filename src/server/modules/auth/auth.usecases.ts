import { isUniqueViolation } from '@/db/engine/failures';
import { writeEntry } from '@/db/guarded-batch';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import type { RegistrationInput } from '@/domain/account/sign-in.schema';
import { DomainError } from '@/domain/errors';
import { hasRole, SIGNED_OUT_ROLES } from '@/domain/roles';
import { isOfficeRole } from '@/domain/staff/areas';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { actorOfUser } from './actor';
import { newProof } from './email-proof.usecases';
import { emailTaken } from './email-taken';
import { selectFactorsByName } from './factors.repository';
import { hashPassword, verifyPassword } from './passwords';
import { enter, type FoundUser, type SignInCall } from './second-factor.usecases';
import { openSession } from './sessions.usecases';
import {
  insertingUser,
  selectBillTo,
  selectUser,
  selectUserByEmail,
  selectUserByName,
  selectUserByUsername,
  type UserRow,
  wholeUser,
} from './users.repository';
import { type SignedIn, type UserView, userView } from './users.view';

/**
 * Creates a customer, sends the link that verifies their address, and signs them in. Throws
 * `conflict` if the username or email is taken.
 */
export async function register(
  { deps, device }: SignInCall,
  input: RegistrationInput,
): Promise<SignedIn> {
  const now = deps.clock.now();
  await refuseTaken(deps, input);
  const id = deps.ids.next();
  const password = await hashPassword(input.password);
  const proof = newProof(deps, { id }, input.email);
  const user = wholeUser({
    id,
    username: input.username,
    password,
    email: input.email,
    ...proof.columns,
    fullName: input.fullName,
    phone: input.phone,
    address: input.homeAddress,
    preferredFuelType: input.preferredFuelType,
    createdAt: now,
    updatedAt: now,
  });
  const told = { entry: registered({ deps }, user), told: proof.message };
  const ahead = insertingUser(deps.db.orm, user, told);
  try {
    const session = await openSession({ deps }, { userId: id, user, ahead, ...device });
    return { user: userView(user), session };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another user took the username or the email address between the read and the write.
    await refuseTaken(deps, input);
    throw error;
  }
}

/** Throws `conflict` if another user has the username or the email address. */
async function refuseTaken({ db }: Deps, { username, email }: RegistrationInput): Promise<void> {
  const [[named], [addressed]] = await db.read((orm) => [
    selectUserByUsername(orm, username),
    selectUserByEmail(orm, email),
  ]);
  if (named) throw usernameTaken();
  if (addressed) throw emailTaken();
}

/** Returns the audit entry of a new account. */
function registered({ deps }: AnyCall, row: Pick<UserRow, 'id' | 'username'> & Registered) {
  const { id, username, fullName, email, phone, address, preferredFuelType } = row;
  const customer = actorOfUser({ id, username, fullName, role: 'customer', driverId: null });
  const after = { username, fullName, email, phone, address, preferredFuelType };
  return audit({ deps, actor: customer }, { action: 'account.registered', userId: id, after });
}

type Registered = Pick<UserRow, 'fullName' | 'email' | 'phone' | 'address' | 'preferredFuelType'>;

/** The username belongs to another account. */
export const usernameTaken = () =>
  new DomainError('conflict', 'That username is already taken.', { field: 'username' });

/**
 * Signs in by username or email. An unknown user and a wrong password get the same error message.
 *
 * @throws `second_factor` if staff need two-step verification
 */
export async function logIn(
  call: SignInCall,
  input: { username: string; password: string },
): Promise<SignedIn> {
  const found = await checkPassword(call, input);
  return enter(call, found, { asStaff: false });
}

/** Signs in someone who works in the office. Any other user gets `forbidden` and no session. */
export async function logInAdmin(
  call: SignInCall,
  input: { username: string; password: string },
): Promise<SignedIn> {
  const found = await checkPassword(call, input);
  if (!isOfficeRole(found.user.role)) {
    throw new DomainError('forbidden', 'You do not have admin privileges.');
  }
  return enter(call, found, { asStaff: true });
}

async function checkPassword(
  { deps, device, countFor }: SignInCall,
  input: { username: string; password: string },
): Promise<FoundUser> {
  const [[named], factors] = await deps.db.read((orm) => [
    selectUserByName(orm, input.username),
    selectFactorsByName(orm, input.username),
  ]);
  // No password signs in as the emergency user, a former member of staff, or a guest, even if the
  // row has one.
  const maySignIn = named && named.id !== EMERGENCY_USER && !SIGNED_OUT_ROLES.includes(named.role);
  const user = maySignIn ? named : undefined;
  await countFor?.(user?.id ?? null);
  const isRight = await verifyPassword(user?.password ?? null, input.password);
  if (user && isRight) return { user, factors: user.role === 'customer' ? [] : factors };
  if (user && user.role !== 'customer') await recordRefusal({ deps, device }, user.id);
  throw new DomainError('unauthenticated', 'Invalid username or password.');
}

/** Records a wrong password for a member of staff, with its network address. */
function recordRefusal({ deps, device }: SignInCall, userId: string): Promise<void> {
  const { address, userAgent } = device;
  return writeEntry(
    deps.db,
    audit(
      { deps, actor: { kind: 'visitor' } },
      { action: 'sign_in.refused', userId, after: { from: address, userAgent } },
    ),
  );
}

/** Returns the signed-in user, or null for a visitor. */
export async function currentUser({ deps, actor }: Call): Promise<UserView | null> {
  if (actor.kind !== 'user') return null;
  const { userId } = actor;
  const [[user], [account]] = await deps.db.read((orm) => [
    selectUser(orm, userId),
    selectBillTo(orm, userId),
  ]);
  // Only the name is shown, without the address below it.
  const billTo = account?.billTo.split('\n', 1)[0];
  return user ? { ...userView(user), ...(billTo && { billTo }) } : null;
}

/** Returns the caller with their role, and whether they're an admin. */
export function readAdminStatus({ actor }: Call) {
  return {
    isAdmin: hasRole(actor, 'admin'),
    user: actor.kind === 'user' ? { id: actor.userId, name: actor.name, role: actor.role } : null,
  };
}
