import type { Transaction } from '@/db/client';
import { type BoatInput, MAX_BOATS } from '@/domain/account/boats';
import { DomainError } from '@/domain/errors';
import type { UserActor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
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

type Call = { deps: Deps; actor: UserActor };

/** A boat; length in feet, capacity in gallons. */
export type BoatView = Omit<BoatRow, 'userId'>;

/** The caller's boats, the default one first. */
export async function listBoats({ deps, actor }: Call): Promise<BoatView[]> {
  const rows = await boatsOf(deps.db.orm, actor.userId);
  return rows.map(({ userId, ...boat }) => boat);
}

/** Adds a boat; the first one is the default. Throws `conflict` above 20. */
export async function addBoat({ deps, actor }: Call, input: BoatInput): Promise<BoatView[]> {
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
    await keepProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

export async function editBoat(
  { deps, actor }: Call,
  input: BoatInput & { id: string },
): Promise<BoatView[]> {
  await deps.db.transaction(async (tx) => {
    found(await updateBoat(tx, actor.userId, input.id, columns(input)));
    await keepProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

/** Removes a boat; where it was the default, the oldest other one becomes it. */
export async function removeBoat(
  { deps, actor }: Call,
  input: { id: string },
): Promise<BoatView[]> {
  await deps.db.transaction(async (tx) => {
    const gone = found(await deleteBoat(tx, actor.userId, input.id));
    const [first] = await boatsOf(tx, actor.userId);
    if (!gone.isDefault || !first) return;
    await setDefaultBoatOf(tx, actor.userId, first.id);
    await keepProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

/** The boat that the profile names, for staff to look for at the dock. */
export async function setDefaultBoat(
  { deps, actor }: Call,
  input: { id: string },
): Promise<BoatView[]> {
  await deps.db.transaction(async (tx) => {
    found(await updateBoat(tx, actor.userId, input.id, { isDefault: true }));
    await setDefaultBoatOf(tx, actor.userId, input.id);
    await keepProfile(deps, tx, actor.userId);
  });
  return listBoats({ deps, actor });
}

/** What the profile says of the boat follows the default one. */
async function keepProfile(deps: Deps, tx: Transaction, userId: string) {
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
