import type { Transaction } from '@/db/client';
import { type BoatInput, MAX_BOATS } from '@/domain/account/boats';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import {
  type BoatRow,
  boatsOf,
  countBoats,
  deleteBoat,
  insertBoat,
  nameBoatInProfile,
  setDefaultBoatOf,
  updateBoat,
} from './boats.repository';

/** A boat: its length in feet, its fuel capacity in gallons. */
export type BoatView = Omit<BoatRow, 'userId'>;

/** The caller's boats, the default one first. */
export async function listBoats({ deps, actor }: UserCall): Promise<BoatView[]> {
  const rows = await boatsOf(deps.db.orm, actor.userId);
  return rows.map(({ userId, ...boat }) => boat);
}

/** Adds a boat; the first one becomes the default. Throws `conflict` above 20 boats. */
export async function addBoat({ deps, actor }: UserCall, input: BoatInput): Promise<BoatView[]> {
  await deps.db.transaction(async (tx) => {
    const owned = await countBoats(tx, actor.userId);
    if (owned >= MAX_BOATS) {
      throw new DomainError('conflict', `You can keep up to ${MAX_BOATS} boats.`);
    }
    await insertBoat(tx, {
      id: deps.ids.next(),
      userId: actor.userId,
      ...columns(input),
      isDefault: owned === 0,
      createdAt: deps.clock.now(),
    });
    await syncProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

/** Changes a boat of the caller. Throws `not_found` for any other. */
export async function editBoat(
  { deps, actor }: UserCall,
  input: BoatInput & { id: string },
): Promise<BoatView[]> {
  await deps.db.transaction(async (tx) => {
    found(await updateBoat(tx, actor.userId, input.id, columns(input)));
    await syncProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

/** Removes a boat; after the default one, the oldest other boat becomes the default. */
export async function removeBoat(
  { deps, actor }: UserCall,
  input: { id: string },
): Promise<BoatView[]> {
  await deps.db.transaction(async (tx) => {
    const gone = found(await deleteBoat(tx, actor.userId, input.id));
    const [first] = await boatsOf(tx, actor.userId);
    if (!gone.isDefault || !first) return;
    await setDefaultBoatOf(tx, actor.userId, first.id);
    await syncProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

/** Makes a boat the default one: the profile names it, and drivers look for it at the dock. */
export async function setDefaultBoat(
  { deps, actor }: UserCall,
  input: { id: string },
): Promise<BoatView[]> {
  await deps.db.transaction(async (tx) => {
    found(await updateBoat(tx, actor.userId, input.id, { isDefault: true }));
    await setDefaultBoatOf(tx, actor.userId, input.id);
    await syncProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

/** Keeps the boat in the profile the same as the default boat. */
async function syncProfile(deps: Deps, tx: Transaction, userId: string) {
  const [first] = await boatsOf(tx, userId);
  if (first?.isDefault) await nameBoatInProfile(tx, userId, first, deps.clock.now());
}

function columns(input: BoatInput) {
  const { name, type = null, length = null, fuelCapacity = null } = input;
  return { name, type, length, fuelCapacity };
}

function found(row: BoatRow | null): BoatRow {
  if (row) return row;
  throw new DomainError('not_found', 'We could not find that boat.');
}
