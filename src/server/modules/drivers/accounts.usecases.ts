import { isUniqueViolation } from '@/db/failures';
import type { DriverDetailsInput } from '@/domain/account/drivers';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
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

type Call = { deps: Deps; actor: Actor };

/** A driver as staff keep them; `username` is null for one without a sign-in. */
export type DriverAccount = DriverRow & { username: string | null };

type WithSignIn = NonNullable<Awaited<ReturnType<typeof findDriverWithSignIn>>>;

const account = ({ driver, username }: WithSignIn): DriverAccount => ({ ...driver, username });

const unknownDriver = () => new DomainError('not_found', 'We could not find that driver.');

/** Every driver, retired ones too, in the order of their numbers. */
export async function listDriverAccounts({ deps }: { deps: Deps }): Promise<DriverAccount[]> {
  return (await driversWithSignIn(deps.db.orm)).map(account);
}

/** Makes a driver and their sign-in (D38). Throws `conflict` when the name or email is taken. */
export async function addDriver(
  { deps, actor }: Call,
  input: Parameters<typeof createDriver>[1],
): Promise<DriverAccount> {
  return readAccount(deps, await createDriver({ deps, actor }, input));
}

/** Makes a driver and the sign-in that belongs to it; the driver's number. */
export async function createDriver(
  { deps, actor = SETUP }: { deps: Deps; actor?: Actor },
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
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'driver.added',
        after: { driverId: id, username, ...driver },
        at: now,
      });
      return id;
    }),
  );
}

const SETUP: Actor = { kind: 'system', name: 'Setup' };

/** Changes who a driver is and how to reach them; their deliveries stay theirs. */
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
        // Who is retired must not get a new password by mail.
        ...(found.driver.status !== 'retired' && { email: after.email }),
        updatedAt: now,
      });
      const { name, phone, email, vehicleInfo } = found.driver;
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'driver.edited',
        before: { driverId: id, name, phone, email, vehicleInfo },
        after: { driverId: id, ...after },
        at: now,
      });
    }),
  );
  return readAccount(deps, id);
}

/**
 * Takes a driver out of service: no new deliveries, no sign-in, every session ended. What they
 * delivered stays. Throws `conflict` while they still have deliveries to make.
 */
export async function retireDriver(
  { deps, actor }: Call,
  input: { id: number },
): Promise<DriverAccount> {
  const now = deps.clock.now();
  // Nobody knows this one, so nobody signs in with it.
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
    if (found.userId) await deleteSessionsOf(tx, found.userId, null);
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'driver.retired',
      before: { driverId: input.id, status: found.driver.status },
      after: { driverId: input.id, status: 'retired' },
      at: now,
    });
  });
  return readAccount(deps, input.id);
}

const NO_RESET = { resetToken: null, resetTokenExpires: null };

/** Takes a retired driver back, with a new password. Throws `conflict` for one who is at work. */
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
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'driver.restored',
        before: { driverId: input.id, status: 'retired' },
        after: { driverId: input.id, status: 'available' },
        at: now,
      });
    }),
  );
  return readAccount(deps, input.id);
}

/** Gives a driver's sign-in a new password, and ends its sessions. */
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
    const endedSessions = await deleteSessionsOf(tx, found.userId, null);
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'driver.password_reset',
      after: { driverId: input.id },
      at: now,
    });
    return { endedSessions };
  });
}

async function readAccount(deps: Deps, id: number): Promise<DriverAccount> {
  const found = await findDriverWithSignIn(deps.db.orm, id);
  if (!found) throw unknownDriver();
  return account(found);
}

/** A name or email that somebody else has is `conflict`, said in the words of registration. */
async function refusingTaken<T>(
  deps: Deps,
  username: string | null,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const isName = username !== null && (await findUserByUsername(deps.db.orm, username));
    throw isName ? usernameTaken() : emailTaken();
  }
}
