import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import { addressKey } from '@/domain/places/place';
import { MAX_TRUCKS, type Truck } from '@/domain/trucks/truck';
import { TRUCK_MESSAGES, type TruckInput } from '@/domain/trucks/truck.schema';
import type { AnyCall, Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import {
  changeTruck,
  insertTruck,
  LAST_TRUCK_SUBJECT,
  ofLastTruck,
  selectTruck,
  selectTruckNamed,
  selectTrucks,
  type TruckRow,
} from './trucks.repository';

/** Returns a truck as staff and drivers see it. */
export const truckView = ({ id, name, meterSerial, isActive }: TruckRow): Truck => ({
  ...{ id, name, meterSerial, isActive },
});

/** Lists all trucks by number. */
export async function listTrucks({ deps }: AnyCall): Promise<Truck[]> {
  return (await selectTrucks(deps.db.orm)).map(truckView);
}

/**
 * Adds a truck, or changes one.
 *
 * @throws `conflict` if the name is taken or the list is full
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 */
export async function saveTruck(call: Call, { id, read, ...typed }: TruckInput): Promise<Truck> {
  const { db, clock } = call.deps;
  const now = clock.now();
  const columns = { ...typed, nameKey: addressKey(typed.name), updatedAt: now };
  if (id === undefined) {
    const written = await tryWriteGuarded(db, {
      guard: insertTruck(db.orm, { ...columns, isActive: true, createdAt: now }),
      audit: audit(call, {
        action: 'truck.added',
        subject: LAST_TRUCK_SUBJECT,
        after: ofLastTruck(typed),
      }),
    });
    if (written) return truckView(written.changed);
    throw await refusalOf(call, columns.nameKey);
  }
  return retryOnConflict(async () => {
    const before = await readTruck(call, id);
    const { name, meterSerial } = before;
    const current = { name, meterSerial };
    await refuseOverwrite(
      call,
      { read, sent: typed, current },
      {
        actions: ['truck.added', 'truck.edited'],
        isAbout: ({ after }) => after?.truckId === id,
      },
    );
    if (isAlready(before, typed)) return truckView(before);
    const written = await tryWriteGuarded(db, {
      guard: changeTruck(db.orm, before, columns),
      audit: audit(call, {
        action: 'truck.edited',
        before: { truckId: id, ...current },
        after: { truckId: id, ...typed },
      }),
    });
    if (written) return truckView(written.changed);
    const [other] = await selectTruckNamed(db.orm, columns.nameKey);
    if (other && other.id !== id) throw nameTaken();
    return null;
  });
}

/** Activates or deactivates a truck. Its tickets and past days don't change. */
export function setTruckActive(call: Call, { id, isActive }: Pick<Truck, 'id' | 'isActive'>) {
  const { db, clock } = call.deps;
  return retryOnConflict(async () => {
    const before = await readTruck(call, id);
    if (before.isActive === isActive) return truckView(before);
    const { name } = before;
    const written = await tryWriteGuarded(db, {
      guard: changeTruck(db.orm, before, { isActive, updatedAt: clock.now() }),
      audit: audit(call, {
        action: 'truck.edited',
        before: { truckId: id, name, isActive: before.isActive },
        after: { truckId: id, name, isActive },
      }),
    });
    return written && truckView(written.changed);
  });
}

async function readTruck({ deps }: AnyCall, id: number): Promise<TruckRow> {
  const [row] = await selectTruck(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', 'We couldn’t find that truck.');
  return row;
}

async function refusalOf({ deps }: Call, nameKey: string): Promise<DomainError> {
  const [other] = await selectTruckNamed(deps.db.orm, nameKey);
  return other
    ? nameTaken()
    : new DomainError('conflict', `The list is full. It can have up to ${MAX_TRUCKS} trucks.`);
}

const nameTaken = () => new DomainError('conflict', TRUCK_MESSAGES.taken, { field: 'name' });
