import { isUniqueViolation } from '@/db/engine/failures';
import type { DriverDetailsInput } from '@/domain/account/drivers';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { emailTaken, usernameTaken } from '../auth/auth.usecases';
import { hashPassword } from '../auth/passwords';
import { deleteSessionsOf } from '../auth/sessions.repository';
import { newToken } from '../auth/tokens';
import { findUserByUsername } from '../auth/users.repository';
import {
  type DriverRow,
  driversWithSignIn,
  findDriverWithSignIn,
  insertDriver,
  openDeliveries,
  updateDriver,
  updateDriverSignIn,
} from './drivers.repository';

/** A driver for staff; `username` is null for a driver without a sign-in. */
export type DriverAccount = DriverRow & { username: string | null };

type WithSignIn = NonNullable<Awaited<ReturnType<typeof findDriverWithSignIn>>>;

const account = ({ driver, username }: WithSignIn): DriverAccount => ({ ...driver, username });

const unknownDriver = () => new DomainError('not_found', 'We could not find that driver.');

/** Every driver, retired ones too, by number. */
export async function listDriverAccounts({ deps }: AnyCall): Promise<DriverAccount[]> {
  return (await driversWithSignIn(deps.db.orm)).map(account);
}

/** Makes a driver and their sign-in (D38). Throws `conflict` when the username or e-mail is taken. */
export async function addDriver(
  { deps, actor }: Call,
  input: Parameters<typeof createDriver>[1],
): Promise<DriverAccount> {
  return readAccount(deps, await createDriver({ deps, actor }, input));
}

/** Makes a driver and their sign-in; gives the driver's number. */
export async function createDriver(
  { deps, actor = SETUP }: AnyCall & { actor?: Actor },
  input: {
    username: string;
    password: string;
    name: string;
    phone?: string | null;
    email?: string | null;
    vehicleInfo?: string | null;
  },
): Promise<number> {
  const now = deps.clock.now();
  const { username, password, ...driver } = input;
  const hash = await hashPassword(password);
  return refusingTaken(deps, username, () =>
    deps.db.transaction(async (tx) => {
      const id = await insertDriver(
        tx,
        { ...driver, createdAt: now },
        {
          id: deps.ids.next(),
          username,
          password: hash,
          fullName: input.name,
          email: input.email ?? null,
          phone: input.phone ?? null,
          role: 'driver',
          createdAt: now,
          updatedAt: now,
        },
      );
      await audit(
        { deps, actor },
        {
          action: 'driver.added',
          after: { driverId: id, username, ...driver },
        },
      ).write(tx);
      return id;
    }),
  );
}

const SETUP: Actor = { kind: 'system', name: 'Setup' };

/** Changes a driver's name, contact and vehicle. */
export async function editDriver(
  { deps, actor }: Call,
  input: DriverDetailsInput,
): Promise<DriverAccount> {
  const { id, ...after } = input;
  const now = deps.clock.now();
  await refusingTaken(deps, null, () =>
    deps.db.transaction(async (tx) => {
      const found = await findDriverWithSignIn(tx, id);
      if (!found) throw unknownDriver();
      await updateDriver(tx, id, after);
      await updateDriverSignIn(tx, id, {
        fullName: after.name,
        phone: after.phone,
        // A retired driver must not get a new password by e-mail.
        ...(found.driver.status !== 'retired' && { email: after.email }),
        updatedAt: now,
      });
      const { name, phone, email, vehicleInfo } = found.driver;
      await audit(
        { deps, actor },
        {
          action: 'driver.edited',
          before: { driverId: id, name, phone, email, vehicleInfo },
          after: { driverId: id, ...after },
        },
      ).write(tx);
    }),
  );
  return readAccount(deps, id);
}

/**
 * Retires a driver: no new deliveries, no sign-in, every session ended. Their past deliveries stay.
 * Throws `conflict` while they still have deliveries to make.
 */
export async function retireDriver(
  { deps, actor }: Call,
  input: { id: number },
): Promise<DriverAccount> {
  const now = deps.clock.now();
  // A random password that no person knows: the sign-in is closed.
  const password = await hashPassword(newToken());
  await deps.db.transaction(async (tx) => {
    const found = await findDriverWithSignIn(tx, input.id);
    if (!found) throw unknownDriver();
    if (found.driver.status === 'retired') return;
    const open = await openDeliveries(tx, input.id);
    if (open > 0) {
      throw new DomainError(
        'conflict',
        `${found.driver.name} still has ${open} deliver${open === 1 ? 'y' : 'ies'} to make. Give them to another driver first.`,
        { details: { open } },
      );
    }
    await updateDriver(tx, input.id, { status: 'retired' });
    await updateDriverSignIn(tx, input.id, { password, email: null, ...NO_RESET, updatedAt: now });
    if (found.userId) await deleteSessionsOf(tx, found.userId);
    await audit(
      { deps, actor },
      {
        action: 'driver.retired',
        before: { driverId: input.id, status: found.driver.status },
        after: { driverId: input.id, status: 'retired' },
      },
    ).write(tx);
  });
  return readAccount(deps, input.id);
}

const NO_RESET = { resetToken: null, resetTokenExpires: null };

/** Takes a retired driver back, with a new password. Throws `conflict` for a driver at work. */
export async function restoreDriver(
  { deps, actor }: Call,
  input: { id: number; password: string },
): Promise<DriverAccount> {
  const now = deps.clock.now();
  const password = await hashPassword(input.password);
  await refusingTaken(deps, null, () =>
    deps.db.transaction(async (tx) => {
      const found = await findDriverWithSignIn(tx, input.id);
      if (!found) throw unknownDriver();
      if (found.driver.status !== 'retired') {
        throw new DomainError('conflict', 'This driver is not retired.');
      }
      await updateDriver(tx, input.id, { status: 'available' });
      await updateDriverSignIn(tx, input.id, {
        password,
        email: found.driver.email,
        updatedAt: now,
      });
      await audit(
        { deps, actor },
        {
          action: 'driver.restored',
          before: { driverId: input.id, status: 'retired' },
          after: { driverId: input.id, status: 'available' },
        },
      ).write(tx);
    }),
  );
  return readAccount(deps, input.id);
}

/** Gives a driver a new password, and ends their sessions. */
export async function resetDriverPassword(
  { deps, actor }: Call,
  input: { id: number; password: string },
): Promise<{ endedSessions: number }> {
  const now = deps.clock.now();
  const password = await hashPassword(input.password);
  return deps.db.transaction(async (tx) => {
    const found = await findDriverWithSignIn(tx, input.id);
    if (!found?.userId) throw unknownDriver();
    if (found.driver.status === 'retired') {
      throw new DomainError('conflict', 'This driver is retired. Take them back first.');
    }
    await updateDriverSignIn(tx, input.id, { password, ...NO_RESET, updatedAt: now });
    const endedSessions = await deleteSessionsOf(tx, found.userId);
    await audit(
      { deps, actor },
      {
        action: 'driver.password_reset',
        after: { driverId: input.id },
      },
    ).write(tx);
    return { endedSessions: endedSessions.length };
  });
}

async function readAccount(deps: Deps, id: number): Promise<DriverAccount> {
  const found = await findDriverWithSignIn(deps.db.orm, id);
  if (!found) throw unknownDriver();
  return account(found);
}

/** Turns a taken username or e-mail into `conflict`, with the error message of the registration. */
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
