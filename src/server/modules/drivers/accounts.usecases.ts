import { isUniqueViolation } from '@/db/engine/failures';
import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import type { DriverDetailsInput } from '@/domain/account/drivers';
import { isSameEmail } from '@/domain/account/email';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import { usernameTaken } from '../auth/auth.usecases';
import { emailTaken } from '../auth/email-taken';
import { hashPassword } from '../auth/passwords';
import { deleteSessionsOf } from '../auth/sessions.repository';
import { findUserById, findUserByUsername, NO_PROOF, NO_RESET } from '../auth/users.repository';
import { message } from '../messages/message';
import {
  changeDriver,
  changeDriverSignIn,
  type DriverRow,
  driversWithSignIn,
  insertDriver,
  insertingSignIn,
  LAST_DRIVER_SUBJECT,
  ofLastDriver,
  selectDriverWithSignIn,
} from './drivers.repository';
import { unknownDriver } from './drivers.usecases';

/** A driver as staff see them. `username` is null for a driver without a sign-in. */
export type DriverAccount = DriverRow & { username: string | null };

type WithSignIn = Awaited<ReturnType<typeof selectDriverWithSignIn>>[number];

/** Returns a driver as staff see them. */
export const driverAccount = ({ driver, username }: WithSignIn): DriverAccount => ({
  ...driver,
  username,
});

/** Lists every driver, including inactive ones, by number. */
export async function listDriverAccounts({ deps }: AnyCall): Promise<DriverAccount[]> {
  return (await driversWithSignIn(deps.db.orm)).map(driverAccount);
}

type NewDriver = {
  username: string;
  password: string;
  name: string;
  phone?: string | null;
  email?: string | null;
  vehicleInfo?: string | null;
};

/** Creates a driver and their sign-in. Throws `conflict` if the username or email is taken. */
export async function addDriver(call: Call, input: NewDriver): Promise<DriverAccount> {
  const { deps } = call;
  const { username, password, ...driver } = input;
  const { name, phone = null, email = null } = driver;
  const now = deps.clock.now();
  const signIn = {
    id: deps.ids.next(),
    username,
    password: await hashPassword(password),
    fullName: name,
    email,
    phone,
    createdAt: now,
    updatedAt: now,
  };
  return refusingTaken(deps, username, async () => {
    const written = await tryWriteGuarded(deps.db, {
      guard: insertDriver(deps.db.orm, { ...driver, createdAt: now }),
      audit: audit(call, {
        action: 'driver.added',
        subject: LAST_DRIVER_SUBJECT,
        after: ofLastDriver({ username, ...driver }),
      }),
      also: [insertingSignIn(signIn)],
    });
    if (!written) throw new Error("the driver wasn't created");
    return { ...written.changed, username };
  });
}

/** Creates a driver during setup and returns the driver's number. */
export async function createDriver({ deps }: AnyCall, input: NewDriver): Promise<number> {
  return (await addDriver({ deps, actor: SETUP }, input)).id;
}

const SETUP: Actor = { kind: 'system', name: 'Setup' };

/** Changes a driver's name, contact details, and vehicle. */
export async function editDriver(call: Call, input: DriverDetailsInput): Promise<DriverAccount> {
  const { deps } = call;
  const { id, read, ...after } = input;
  const decide = async () => {
    const found = await requireDriver(deps, id);
    const { driver, userId } = found;
    const { name, phone, email, vehicleInfo, status } = driver;
    const before = { name, phone, email, vehicleInfo };
    await refuseOverwrite(
      call,
      { read, sent: after, current: before },
      { actions: ['driver.edited'], isAbout: (entry) => entry.after?.driverId === id },
    );
    if (isAlready(before, after)) return driverAccount(found);
    const signIn = {
      fullName: after.name,
      phone: after.phone,
      // An inactive driver must not get a new password by email.
      ...(status !== 'retired' && newAddress(email, after.email)),
      updatedAt: deps.clock.now(),
    };
    const written = await tryWriteGuarded(deps.db, {
      guard: changeDriver(deps.db.orm, { id, status, ...before }, after),
      audit: audit(call, {
        action: 'driver.edited',
        before: { driverId: id, ...before },
        after: { driverId: id, ...after },
      }),
      also: [
        (orm, onlyIf) => changeDriverSignIn(orm, id, signIn, onlyIf),
        'emailProvenAt' in signIn ? await tellingOldAddress(call, userId) : null,
      ],
      view: [selectDriverWithSignIn(deps.db.orm, id)],
    });
    const row = written?.view[0][0];
    return row ? driverAccount(row) : null;
  };
  return refusingTaken(deps, null, () => retryOnConflict(decide));
}

/** Returns the message that notifies the old address, or null if there is none to send. */
async function tellingOldAddress(call: Call, userId: string | null) {
  const account = userId && (await findUserById(call.deps.db.orm, userId));
  return account ? message(call, 'email-changing', { account, by: 'staff' }) : null;
}

/**
 * Returns the columns of an email address that staff entered. Links that were sent to the old
 * address stop working, and the new one is unverified.
 */
function newAddress(before: string | null, email: string | null | undefined) {
  if (email === before) return {};
  const isSame = email ? isSameEmail(email, before) : before === null;
  return isSame ? { email } : { email, emailProvenAt: null, ...NO_PROOF, ...NO_RESET };
}

/** Reactivates a driver with a new password. Throws `conflict` if the driver is active. */
export async function restoreDriver(
  call: Call,
  { id, ...input }: { id: number; password: string },
): Promise<DriverAccount> {
  const { deps } = call;
  const password = await hashPassword(input.password);
  const decide = async () => {
    const found = await requireDriver(deps, id);
    const { userId, driver } = found;
    const { status, email } = driver;
    if (status !== 'retired') throw new DomainError('conflict', 'This driver is already active.');
    const signIn = { password, ...newAddress(null, email), updatedAt: deps.clock.now() };
    const written = await tryWriteGuarded(deps.db, {
      guard: changeDriver(deps.db.orm, { id, status, email }, { status: 'available' }),
      audit: audit(call, {
        action: 'driver.restored',
        before: { driverId: id, status },
        after: { driverId: id, status: 'available' },
      }),
      also: [
        (orm, onlyIf) => changeDriverSignIn(orm, id, signIn, onlyIf),
        (orm, onlyIf) => deleteSessionsOf(orm, userId ?? '', { onlyIf }),
      ],
    });
    return written && driverAccount({ ...found, driver: written.changed });
  };
  return refusingTaken(deps, null, () => retryOnConflict(decide));
}

/** Returns a driver with their sign-in. Throws `not_found`. */
export async function requireDriver({ db }: Deps, id: number): Promise<WithSignIn> {
  const [found] = await selectDriverWithSignIn(db.orm, id);
  if (!found) throw unknownDriver();
  return found;
}

/** Turns a taken username or email into `conflict`, with the registration's error message. */
async function refusingTaken<T>(
  deps: Deps,
  username: string | null,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const isUsername = username !== null && (await findUserByUsername(deps.db.orm, username));
    throw isUsername ? usernameTaken() : emailTaken();
  }
}
