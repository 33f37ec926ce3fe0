import { type ConditionalWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { Retirement } from '@/domain/account/drivers';
import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { type GallonTenths, NO_GALLONS, plus } from '@/domain/money';
import type { AnyCall, Call } from '@/server/config/call';
import { changing } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { endingKeys } from '../../auth/end-keys';
import { hashPassword } from '../../auth/passwords';
import { keepSessionsToHandOver } from '../../auth/sessions.repository';
import { newToken } from '../../auth/tokens';
import { NO_PROOF, NO_RESET } from '../../auth/users.repository';
import { type DriverAccount, driverAccount } from '../../drivers/accounts.usecases';
import {
  areOpenDeliveries,
  changeDriver,
  changeDriverSignIn,
  type DriverRow,
  driverIsActive,
  selectActiveDrivers,
  selectDriverWithSignIn,
  selectOpenDeliveries,
} from '../../drivers/drivers.repository';
import { unknownDriver } from '../../drivers/drivers.usecases';

type OpenDelivery = Awaited<ReturnType<typeof selectOpenDeliveries>>[number];

/** A driver's open deliveries on one date. */
export type DriverWork = {
  date: CalendarDate;
  stops: number;
  gallonsTenths: GallonTenths;
  /** True if the driver is en route to one of them. It can't be reassigned. */
  enRoute: boolean;
};

/** Reads a driver's open deliveries, grouped by date. */
export async function readDriverWork(
  { deps }: AnyCall,
  { id }: { id: number },
): Promise<DriverWork[]> {
  const open = await selectOpenDeliveries(deps.db.orm, id);
  return [...Map.groupBy(open, ({ date }) => date)].map(([date, deliveries]) => ({
    date,
    stops: deliveries.length,
    gallonsTenths: plus(NO_GALLONS, ...deliveries.map(({ gallonsTenths }) => gallonsTenths)),
    enRoute: deliveries.some(({ status }) => status === 'en_route'),
  }));
}

/**
 * Deactivates a driver, who gets no new deliveries and can't sign in. All sessions end, but the
 * driver's devices can still send unsent actions to staff. Past deliveries stay, and open ones are
 * reassigned to the drivers in `work`, in the same write.
 *
 * @throws `conflict` if a date has no new driver, or the driver is en route
 */
export async function retireDriver(call: Call, { id, work }: Retirement): Promise<DriverAccount> {
  const { db, clock } = call.deps;
  // Nobody knows this random password, so the account can't sign in.
  const password = await hashPassword(newToken());
  return retryOnConflict(async () => {
    const [[found], open, drivers] = await db.read((orm) => [
      selectDriverWithSignIn(orm, id),
      selectOpenDeliveries(orm, id),
      selectActiveDrivers(orm),
    ]);
    if (!found) throw unknownDriver();
    const { status } = found.driver;
    if (status === 'retired') return driverAccount(found);
    const takers = takersOf(found.driver, open, work);
    const others = [...new Set(takers.values())];
    refuseUnlessActive(drivers, others, id);
    const now = clock.now();
    const signIn = { password, email: null, ...NO_PROOF, ...NO_RESET, updatedAt: now };
    // A driver who used to be an admin may have API keys.
    const keys = found.userId ? await endingKeys(call, found.userId) : [];
    const written = await writeGuarded(db, {
      guard: changeDriver(
        db.orm,
        { id, status },
        { status: 'retired' },
        areOpenDeliveries(id, open),
        ...others.map(driverIsActive),
      ),
      audit: audit(call, {
        action: 'driver.retired',
        before: { driverId: id, status },
        after: { driverId: id, status: 'retired' },
      }),
      also: [
        ...[...takers].flatMap(([appointmentId, taker]) =>
          reassigning(call, appointmentId, { from: id, to: taker }),
        ),
        (orm, onlyIf) => changeDriverSignIn(orm, id, signIn, onlyIf),
        (orm, onlyIf) =>
          keepSessionsToHandOver(orm, { userId: found.userId ?? '', retiredAt: now }, onlyIf),
        ...keys,
      ],
    });
    return driverAccount({ ...found, driver: written.changed });
  });
}

/** Returns the new driver of each delivery. */
function takersOf(
  { name }: DriverRow,
  open: readonly OpenDelivery[],
  work: Retirement['work'],
): Map<string, number> {
  if (open.some(({ status }) => status === 'en_route')) {
    throw new DomainError(
      'conflict',
      `${name} is on the way to a delivery. Deactivate them after it’s completed.`,
      { details: { open: open.length } },
    );
  }
  const takerOn = new Map(work.map(({ date, driverId }) => [date, driverId]));
  const takers = new Map(
    open.flatMap(({ id, date }) => {
      const taker = takerOn.get(date);
      return taker === undefined ? [] : [[id, taker] as const];
    }),
  );
  const left = open.length - takers.size;
  if (left === 0) return takers;
  throw new DomainError(
    'conflict',
    `${name} still has ${left} deliver${left === 1 ? 'y' : 'ies'} to make. Assign them to another driver first.`,
    { details: { open: left } },
  );
}

/** @throws `not_found` if a new driver isn't active */
function refuseUnlessActive(drivers: readonly DriverRow[], others: readonly number[], id: number) {
  const known = new Set(drivers.map((driver) => driver.id));
  if (others.every((other) => other !== id && known.has(other))) return;
  throw new DomainError('not_found', 'We couldn’t find that driver.', { field: 'work' });
}

/** Reassigns a delivery to another driver, with its audit entry. */
function reassigning(
  call: Call,
  appointmentId: string,
  { from, to }: { from: number; to: number },
): ConditionalWrite[] {
  const { write, details } = audit(call, {
    appointmentId,
    action: 'appointment.rescheduled',
    before: { driverId: from },
    after: { driverId: to },
  });
  const changes = { driverId: to, updatedAt: call.deps.clock.now() };
  return [changing(appointmentId, changes), write, ...(details ? [details] : [])];
}
