import { untilHeld, WROTE_BEFORE, writeGuarded } from '@/db/guarded-batch';
import { type BoatInput, MAX_BOATS } from '@/domain/account/boats';
import { changedMeanwhile, overwritten, type ReadValues } from '@/domain/changed-meanwhile';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  type BoatRow,
  changeBoat,
  deleteBoat,
  fillingDefaultBoat,
  insertBoatBelow,
  namingDefaultBoat,
  selectBoats,
  setOnlyDefaultBoat,
} from './boats.repository';

/** A boat: its length in feet, its fuel capacity in gallons. */
export type BoatView = Omit<BoatRow, 'userId' | 'fillerPhotoKey'>;

/** The caller's boats, the default one first. */
export async function listBoats({ deps, actor }: UserCall): Promise<BoatView[]> {
  return boatsView(await selectBoats(deps.db.orm, actor.userId));
}

/** Adds a boat; the first one becomes the default. Throws `conflict` above 20 boats. */
export async function addBoat(call: UserCall, input: BoatInput): Promise<BoatView[]> {
  const { deps, actor } = call;
  const { db, ids, clock } = deps;
  const { userId } = actor;
  const id = ids.next();
  const now = clock.now();
  const row = { id, userId, ...columns(input), isDefault: false, createdAt: now };
  const written = await writeGuarded(db, {
    guard: insertBoatBelow(db.orm, row, MAX_BOATS),
    audit: audit(call, { action: 'boat.added', userId, after: told(row) }),
    also: [fillingDefaultBoat(userId), namingDefaultBoat(userId, now)],
    view: [selectBoats(db.orm, userId)],
  });
  if (written) return boatsView(written.view[0]);
  throw new DomainError('conflict', `You can keep up to ${MAX_BOATS} boats.`);
}

/**
 * Changes a boat of the caller. Throws `not_found` for any other, and `changed_meanwhile` where another
 * window saved one of these fields since the form was opened. A caller who did not say what it read
 * writes over what stands there.
 */
export async function editBoat(
  call: UserCall,
  { read, ...input }: BoatInput & { id: string; read?: ReadValues },
): Promise<BoatView[]> {
  const { db, clock } = call.deps;
  const { userId } = call.actor;
  return untilHeld(async () => {
    const boat = (await selectBoats(db.orm, userId)).find(({ id }) => id === input.id) ?? null;
    const before = found(boat);
    refuseBoatOverwrite(before, read, input);
    const after = told({ id: before.id, ...columns(input) });
    const compared = read ? fieldsOf(before) : {};
    const written = await writeGuarded(db, {
      guard: changeBoat(db.orm, { id: before.id, userId, ...compared }, columns(input)),
      audit: audit(call, { action: 'boat.edited', userId, before: told(before), after }),
      also: [namingDefaultBoat(userId, clock.now())],
      view: [selectBoats(db.orm, userId)],
    });
    return written && boatsView(written.view[0]);
  });
}

/** Removes a boat; after the default one, the oldest other boat becomes the default. */
export async function removeBoat(call: UserCall, input: { id: string }): Promise<BoatView[]> {
  const { db, clock } = call.deps;
  const { userId } = call.actor;
  const written = await writeGuarded(db, {
    guard: deleteBoat(db.orm, userId, input.id),
    audit: audit(call, { action: 'boat.removed', userId, after: { boatId: input.id } }),
    also: [
      fillingDefaultBoat(userId),
      // The profile changes only where another boat has just become the default.
      (orm) => namingDefaultBoat(userId, clock.now())(orm, WROTE_BEFORE),
    ],
    view: [selectBoats(db.orm, userId)],
  });
  return boatsView(found(written).view[0]);
}

/** Makes a boat the default one: the profile names it, and drivers look for it at the dock. */
export async function setDefaultBoat(call: UserCall, input: { id: string }): Promise<BoatView[]> {
  const { db, clock } = call.deps;
  const { userId } = call.actor;
  const written = await writeGuarded(db, {
    guard: setOnlyDefaultBoat(db.orm, userId, input.id),
    audit: audit(call, { action: 'boat.default', userId, after: { boatId: input.id } }),
    also: [namingDefaultBoat(userId, clock.now())],
    view: [selectBoats(db.orm, userId)],
  });
  return boatsView(found(written).view[0]);
}

function refuseBoatOverwrite(boat: BoatRow, read: ReadValues, input: BoatInput): void {
  const changes = overwritten(read, { sent: columns(input), current: fieldsOf(boat) });
  if (changes.length === 0) return;
  // Only the customer changes their boats: it was another page, or another device.
  throw changedMeanwhile(changes.map((one) => ({ ...one, who: 'You', when: null })));
}

/** What the customer types about a boat. */
function fieldsOf({ name, type, length, fuelCapacity }: BoatRow) {
  return { name, type, length, fuelCapacity };
}

function columns(input: BoatInput) {
  const { name, type = null, length = null, fuelCapacity = null } = input;
  return { name, type, length, fuelCapacity };
}

/** A boat as an audit entry tells it. */
const told = ({
  id,
  name,
  type,
  length,
  fuelCapacity,
}: Pick<BoatView, 'id' | 'name' | 'type' | 'length' | 'fuelCapacity'>) => ({
  boatId: id,
  boatName: name,
  ...{ type, length, fuelCapacity },
});

/** What was written. Throws `not_found` where nothing was: the caller has no such boat. */
function found<T>(written: T | null): T {
  if (written) return written;
  throw new DomainError('not_found', 'We could not find that boat.');
}

function boatsView(rows: BoatRow[]): BoatView[] {
  return rows.map(({ userId, fillerPhotoKey, ...boat }) => boat);
}
