import { retryOnConflict, tryWriteGuarded, WROTE_BEFORE, writeGuarded } from '@/db/guarded-batch';
import { boatFacts, MAX_BOATS } from '@/domain/account/boats';
import type { BoatInput } from '@/domain/account/boats.schema';
import { isAlready, type ReadValues, refuseOwnOverwrite } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { storePhoto, withStored } from '../photos/store-photo';
import {
  type BoatRow,
  changeBoat,
  deleteBoat,
  fillingDefaultBoat,
  insertBoatBelow,
  namingDefaultBoat,
  selectBoats,
  setOnlyDefaultBoat,
  tellingBoat,
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
  const kept = { id, userId, isDefault: false, createdAt: now };
  const check = (boats: readonly BoatRow[]) => {
    if (boats.length >= MAX_BOATS) throw tooMany();
  };
  return withPhoto(call, { id, photo: input.fillerPhoto, check }, async (photo) => {
    const row = { ...kept, ...columns(input), ...photo };
    const written = await tryWriteGuarded(db, {
      guard: insertBoatBelow(db.orm, row, MAX_BOATS),
      audit: audit(call, { action: 'boat.added', userId, after: told(row) }),
      also: [fillingDefaultBoat(userId), namingDefaultBoat(userId, now)],
      view: [selectBoats(db.orm, userId)],
    });
    if (written) return boatsView(written.view[0]);
    throw tooMany();
  });
}

const tooMany = () => new DomainError('conflict', `You can keep up to ${MAX_BOATS} boats.`);

/**
 * Changes a boat of the caller, also on the appointments for it that are not closed. Throws `not_found`
 * for any other, and `changed_meanwhile` where another window saved one of these fields since the form was
 * opened. A caller who did not say what it read writes over what stands there.
 */
export async function editBoat(
  call: UserCall,
  { read, ...input }: BoatInput & { id: string; read?: ReadValues },
): Promise<BoatView[]> {
  const { db, clock, photos } = call.deps;
  const { userId } = call.actor;
  const { id, fillerPhoto: newPhoto } = input;
  const own = (boats: readonly BoatRow[]) => found(boats.find((boat) => boat.id === id) ?? null);
  const { view, before } = await withPhoto(call, { id, photo: newPhoto, check: own }, (photo) =>
    retryOnConflict(async () => {
      const boats = await selectBoats(db.orm, userId);
      const before = own(boats);
      refuseOwnOverwrite(read, { sent: columns(input), current: before });
      if (isAlready(before, { ...columns(input), ...photo })) return { view: boats, before };
      const now = clock.now();
      const after = { ...before, ...columns(input), ...photo };
      // One who did not say what it read gives every column: only the photo can be another by then.
      const { fillerPhotoId } = before;
      const relied = { id, userId, fillerPhotoId, ...(read && columns(before)) };
      const written = await writeGuarded(db, {
        guard: changeBoat(db.orm, relied, { ...columns(input), ...photo }),
        audit: audit(call, {
          ...{ action: 'boat.edited', userId, before: told(before), after: told(after) },
        }),
        also: [
          namingDefaultBoat(userId, now),
          tellingBoat(before, { boat: boatFacts(after), updatedAt: now }),
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
 * Removes a boat, with the photo of its filler; after the default one, the oldest other boat becomes the
 * default. Appointments for it keep the rest of its facts.
 */
export async function removeBoat(call: UserCall, input: { id: string }): Promise<BoatView[]> {
  const { db, clock, photos } = call.deps;
  const { userId } = call.actor;
  const written = await tryWriteGuarded(db, {
    guard: deleteBoat(db.orm, userId, input.id),
    audit: audit(call, { action: 'boat.removed', userId, after: { boatId: input.id } }),
    also: [
      fillingDefaultBoat(userId),
      // The profile changes only where another boat has just become the default.
      (orm) => namingDefaultBoat(userId, clock.now())(orm, WROTE_BEFORE),
    ],
    view: [selectBoats(db.orm, userId)],
  });
  const { changed, view } = found(written);
  if (changed.fillerPhotoKey) await photos.remove(changed.fillerPhotoKey);
  return boatsView(view[0]);
}

/** Makes a boat the default one: the profile names it, and drivers look for it at the dock. */
export async function setDefaultBoat(call: UserCall, input: { id: string }): Promise<BoatView[]> {
  const { db, clock } = call.deps;
  const { userId } = call.actor;
  const written = await tryWriteGuarded(db, {
    guard: setOnlyDefaultBoat(db.orm, userId, input.id),
    audit: audit(call, { action: 'boat.default', userId, after: { boatId: input.id } }),
    also: [namingDefaultBoat(userId, clock.now())],
    view: [selectBoats(db.orm, userId)],
  });
  if (written) return boatsView(written.view[0]);
  // It is the default one already, or none of theirs.
  const boats = await selectBoats(db.orm, userId);
  found(boats.find((boat) => boat.id === input.id) ?? null);
  return boatsView(boats);
}

function columns(input: Omit<BoatInput, 'fillerPhoto'>) {
  const { name, type = null, length = null, fuelCapacity = null } = input;
  const { fuelTaken = null, fuelNever = null, fillerSide = null, fillerPlace = null } = input;
  return { name, type, length, fuelCapacity, fuelTaken, fuelNever, fillerSide, fillerPlace };
}

/** The columns of the filler's photo; none where it stays. */
type PhotoColumns = Partial<Pick<BoatRow, 'fillerPhotoId' | 'fillerPhotoKey'>>;

/**
 * Stores a photo of the filler for a write of its boat, and removes the file where the write fails.
 *
 * @param given.photo a data URL; null for none, and undefined where the photo stays
 * @param given.check throws where the caller's boats do not allow the write
 */
async function withPhoto<T>(
  call: UserCall,
  given: {
    id: string;
    photo: string | null | undefined;
    check(boats: readonly BoatRow[]): unknown;
  },
  write: (columns: PhotoColumns) => Promise<T>,
): Promise<T> {
  const { deps, actor } = call;
  const { id, photo, check } = given;
  if (photo === undefined) return write({});
  if (photo === null) return write({ fillerPhotoId: null, fillerPhotoKey: null });
  // Before the photo is read, which is dear; the limit of photos travels with this trip.
  check(await selectBoats(deps.db.orm, actor.userId));
  const stored = await storePhoto(call, { dataUrl: photo, folder: `boats/${id}` });
  return withStored(call, [stored], () =>
    write({ fillerPhotoId: deps.ids.next(), fillerPhotoKey: stored.storageKey }),
  );
}

/** A boat as an audit entry tells it. */
function told({ id, ...boat }: { id: string } & ReturnType<typeof columns>) {
  const { name, type, length, fuelCapacity, fuelTaken, fuelNever, fillerSide, fillerPlace } = boat;
  return {
    ...{ boatId: id, boatName: name, type, length, fuelCapacity },
    ...{ fuelTaken, fuelNever, fillerSide, fillerPlace },
  };
}

/** What was written. Throws `not_found` where nothing was: the caller has no such boat. */
function found<T>(written: T | null): T {
  if (written) return written;
  throw new DomainError('not_found', 'We could not find that boat.');
}

/** Boats as their customer and staff see them. */
export function boatsView(rows: BoatRow[]): BoatView[] {
  return rows.map(({ userId, fillerPhotoKey, ...boat }) => boat);
}
