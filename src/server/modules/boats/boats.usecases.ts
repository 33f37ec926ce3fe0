import { retryOnConflict, tryWriteGuarded, WROTE_BEFORE, writeGuarded } from '@/db/guarded-batch';
import { boatFacts, MAX_BOATS } from '@/domain/account/boats';
import type { BoatInput } from '@/domain/account/boats.schema';
import { isAlready, type ReadValues } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import { type OwnerCall, ownerIdOf } from '@/server/config/call';
import { audit } from '../audit/audit';
import { refuseAccountOverwrite } from '../auth/account-overwrite';
import { storePhoto, withStored } from '../photos/store-photo';
import {
  type BoatRow,
  changeBoat,
  copyingBoatFacts,
  deleteBoat,
  fillingDefaultBoat,
  insertBoatBelow,
  namingDefaultBoat,
  selectBoats,
  setOnlyDefaultBoat,
} from './boats.repository';

/** A boat, with its length in feet and its fuel capacity in gallons. */
export type BoatView = Omit<BoatRow, 'userId' | 'fillerPhotoKey'>;

/** Lists the account's boats, the default first. */
export async function listBoats(call: OwnerCall): Promise<BoatView[]> {
  return boatsView(await selectBoats(call.deps.db.orm, ownerIdOf(call)));
}

/** Adds a boat. The first one becomes the default. Throws `conflict` above 20 boats. */
export async function addBoat(call: OwnerCall, input: BoatInput): Promise<BoatView[]> {
  const { db, ids, clock } = call.deps;
  const userId = ownerIdOf(call);
  const id = ids.next();
  const now = clock.now();
  const kept = { id, userId, isDefault: false, createdAt: now };
  const check = (boats: readonly BoatRow[]) => {
    if (boats.length >= MAX_BOATS) throw tooMany();
  };
  return withPhoto(call, { id, photo: input.fillerPhoto, check }, async (photo) => {
    const row = { ...kept, ...columns(input), ...photo };
    const written = await tryWriteGuarded(db, {
      guard: insertBoatBelow(db.orm, row, MAX_BOATS),
      audit: audit(call, { action: 'boat.added', userId, after: auditValues(row) }),
      also: [fillingDefaultBoat(userId), namingDefaultBoat(userId, now)],
      view: [selectBoats(db.orm, userId)],
    });
    if (written) return boatsView(written.view[0]);
    throw tooMany();
  });
}

const tooMany = () => new DomainError('conflict', `You can save up to ${MAX_BOATS} boats.`);

/**
 * Changes one of the account's boats, and its facts on open appointments. A caller that doesn't send
 * the values it read overwrites the current ones.
 *
 * @throws `not_found` if the account doesn't have the boat
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 */
export async function editBoat(
  call: OwnerCall,
  { read, ...input }: BoatInput & { id: string; read?: ReadValues },
): Promise<BoatView[]> {
  const { db, clock, photos } = call.deps;
  const userId = ownerIdOf(call);
  const { id, fillerPhoto: newPhoto } = input;
  const own = (boats: readonly BoatRow[]) => found(boats.find((boat) => boat.id === id) ?? null);
  const { view, before } = await withPhoto(call, { id, photo: newPhoto, check: own }, (photo) =>
    retryOnConflict(async () => {
      const boats = await selectBoats(db.orm, userId);
      const before = own(boats);
      await refuseAccountOverwrite(
        call,
        { userId, actions: ['boat.edited'], columns: { name: 'boatName' } },
        { read, sent: columns(input), current: before },
      );
      if (isAlready(before, { ...columns(input), ...photo })) return { view: boats, before };
      const now = clock.now();
      const after = { ...before, ...columns(input), ...photo };
      // A caller without read values overwrites every column, so only the photo needs a check.
      const { fillerPhotoId } = before;
      const relied = { id, userId, fillerPhotoId, ...(read && columns(before)) };
      const written = await writeGuarded(db, {
        guard: changeBoat(db.orm, relied, { ...columns(input), ...photo }),
        audit: audit(call, {
          action: 'boat.edited',
          userId,
          before: auditValues(before),
          after: auditValues(after),
        }),
        also: [
          namingDefaultBoat(userId, now),
          copyingBoatFacts(before, { boat: boatFacts(after), updatedAt: now }),
        ],
        view: [selectBoats(db.orm, userId)],
      });
      return { view: written.view[0], before };
    }),
  );
  const { fillerPhotoKey } = before;
  if (newPhoto !== undefined && fillerPhotoKey) await photos.remove(fillerPhotoKey);
  return boatsView(view);
}

/**
 * Removes a boat with its fuel-fill photo. If it was the default, the oldest other boat becomes the
 * default. Its appointments keep its other facts.
 */
export async function removeBoat(call: OwnerCall, input: { id: string }): Promise<BoatView[]> {
  const { db, clock, photos } = call.deps;
  const userId = ownerIdOf(call);
  const written = await tryWriteGuarded(db, {
    guard: deleteBoat(db.orm, userId, input.id),
    audit: audit(call, { action: 'boat.removed', userId, after: { boatId: input.id } }),
    also: [
      fillingDefaultBoat(userId),
      // Update the profile only if another boat just became the default.
      (orm) => namingDefaultBoat(userId, clock.now())(orm, WROTE_BEFORE),
    ],
    view: [selectBoats(db.orm, userId)],
  });
  const { changed, view } = found(written);
  if (changed.fillerPhotoKey) await photos.remove(changed.fillerPhotoKey);
  return boatsView(view[0]);
}

/** Makes a boat the default, so that the profile and drivers' screens show it. */
export async function setDefaultBoat(call: OwnerCall, input: { id: string }): Promise<BoatView[]> {
  const { db, clock } = call.deps;
  const userId = ownerIdOf(call);
  const written = await tryWriteGuarded(db, {
    guard: setOnlyDefaultBoat(db.orm, userId, input.id),
    audit: audit(call, { action: 'boat.default', userId, after: { boatId: input.id } }),
    also: [namingDefaultBoat(userId, clock.now())],
    view: [selectBoats(db.orm, userId)],
  });
  if (written) return boatsView(written.view[0]);
  // Nothing was written, because the boat is already the default or the account doesn't have it.
  const boats = await selectBoats(db.orm, userId);
  found(boats.find((boat) => boat.id === input.id) ?? null);
  return boatsView(boats);
}

function columns(input: Omit<BoatInput, 'fillerPhoto'>) {
  const { name, type = null, length = null, fuelCapacity = null } = input;
  const { fuelTaken = null, fuelNever = null, fillerSide = null, fillerPlace = null } = input;
  return { name, type, length, fuelCapacity, fuelTaken, fuelNever, fillerSide, fillerPlace };
}

/** The columns of the fuel-fill photo. Empty if the photo doesn't change. */
type PhotoColumns = Partial<Pick<BoatRow, 'fillerPhotoId' | 'fillerPhotoKey'>>;

/**
 * Stores a fuel-fill photo, runs the write of its boat, and removes the file if the write fails.
 * @param given.photo a data URL, null to remove the photo, or undefined to keep it
 * @param given.check throws if the owner's boats don't allow the write
 */
async function withPhoto<T>(
  call: OwnerCall,
  given: {
    id: string;
    photo: string | null | undefined;
    check(boats: readonly BoatRow[]): unknown;
  },
  write: (columns: PhotoColumns) => Promise<T>,
): Promise<T> {
  const { deps } = call;
  const { id, photo, check } = given;
  if (photo === undefined) return write({});
  if (photo === null) return write({ fillerPhotoId: null, fillerPhotoKey: null });
  // Check the boats before decoding the photo, which is expensive.
  check(await selectBoats(deps.db.orm, ownerIdOf(call)));
  const stored = await storePhoto(call, { dataUrl: photo, folder: `boats/${id}` });
  return withStored(call, [stored], () =>
    write({ fillerPhotoId: deps.ids.next(), fillerPhotoKey: stored.storageKey }),
  );
}

/** Returns a boat's fields for an audit entry. */
function auditValues({ id, ...boat }: { id: string } & ReturnType<typeof columns>) {
  const { name, type, length, fuelCapacity, fuelTaken, fuelNever, fillerSide, fillerPlace } = boat;
  return {
    boatId: id,
    boatName: name,
    type,
    length,
    fuelCapacity,
    fuelTaken,
    fuelNever,
    fillerSide,
    fillerPlace,
  };
}

/**
 * Returns the result of a read or write. Throws `not_found` if the account doesn't have the boat.
 */
function found<T>(written: T | null): T {
  if (written) return written;
  throw new DomainError('not_found', 'We couldn’t find that boat.');
}

/** Returns boats as their customer and staff see them. */
export function boatsView(rows: BoatRow[]): BoatView[] {
  return rows.map(({ userId, fillerPhotoKey, ...boat }) => boat);
}
