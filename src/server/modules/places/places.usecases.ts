import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import {
  addressKey,
  findPlaces,
  MAX_PLACES,
  nearestPlace,
  type Place,
  placeLocation,
} from '@/domain/places/place';
import { PLACE_MESSAGES, type PlaceInput } from '@/domain/places/place.schema';
import { type ImportPlan, planImport } from '@/domain/places/place-file';
import { coordinatesText } from '@/domain/route/coordinates';
import type { Position } from '@/domain/route/distance';
import { positionOf } from '@/domain/route/position';
import type { AnyCall, Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import {
  changePlace,
  deletePlace,
  insertOrChangePlaces,
  insertPlace,
  type PlaceRow,
  selectPlace,
  selectPlaceNamed,
  selectPlaces,
} from './places.repository';

/** A place as staff edit it. */
export type PlaceView = Pick<PlaceRow, 'id' | 'name' | 'address' | 'note' | 'aliases'> & {
  position: Position | null;
};

/** A place as every visitor finds it. The note is for drivers only. */
export type FoundPlace = Pick<PlaceRow, 'id' | 'name' | 'address'> & { location: string };

const placeView = ({ id, name, address, note, aliases, ...row }: PlaceRow): PlaceView => ({
  ...{ id, name, address, note, aliases },
  position: positionOf(row),
});

const foundPlace = ({ id, name, address }: PlaceRow): FoundPlace => ({
  ...{ id, name, address },
  location: placeLocation({ name, address }),
});

/** Lists all places by name. */
export async function listPlaces({ deps }: AnyCall): Promise<PlaceView[]> {
  return (await selectPlaces(deps.db.orm)).map(placeView);
}

/** Finds the places that match what a visitor has typed. */
export async function searchPlaces(
  { deps }: AnyCall,
  { text }: { text: string },
): Promise<FoundPlace[]> {
  if (text === '') return [];
  return findPlaces(await selectPlaces(deps.db.orm), text).map(foundPlace);
}

/** Returns the place where a visitor is, or null if none is near. */
export async function findNearPlace(
  { deps }: AnyCall,
  position: Position,
): Promise<FoundPlace | null> {
  const place = nearestPlace(await selectPlaces(deps.db.orm), position);
  return place && foundPlace(place);
}

/**
 * Adds a place, or changes one.
 *
 * @throws `conflict` if the name is taken or the list is full
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 */
export async function savePlace(
  call: Call,
  { id, read, position, ...input }: PlaceInput,
): Promise<PlaceView> {
  const { db, ids, clock } = call.deps;
  const now = clock.now();
  const columns = {
    ...input,
    nameKey: addressKey(input.name),
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    updatedAt: now,
  };
  if (id === undefined) {
    const row = { id: ids.next(), ...columns, createdAt: now };
    const written = await tryWriteGuarded(db, {
      guard: insertPlace(db.orm, row),
      audit: audit(call, { action: 'place.added', after: told(row) }),
    });
    if (written) return placeView(written.changed);
    throw await refusalOf(call, columns.nameKey);
  }
  return retryOnConflict(async () => {
    const [before] = await selectPlace(db.orm, id);
    if (!before) throw notFound();
    await refuseOverwrite(
      call,
      { read, sent: typedOf(columns), current: typedOf(before) },
      {
        actions: ['place.added', 'place.edited', 'place.imported'],
        isAbout: ({ after }) => after?.placeId === id,
      },
    );
    const after = { ...before, ...columns };
    if (JSON.stringify(told(before)) === JSON.stringify(told(after))) return placeView(before);
    const written = await tryWriteGuarded(db, {
      guard: changePlace(db.orm, before, columns),
      audit: audit(call, { action: 'place.edited', before: told(before), after: told(after) }),
    });
    if (written) return placeView(written.changed);
    const [other] = await selectPlaceNamed(db.orm, columns.nameKey);
    if (other && other.id !== id) throw nameTaken();
    return null;
  });
}

/** Removes a place. Deliveries that go there stay as they are. */
export async function removePlace(call: Call, { id }: { id: string }): Promise<{ id: string }> {
  const { db } = call.deps;
  const [row] = await selectPlace(db.orm, id);
  if (!row) throw notFound();
  const written = await tryWriteGuarded(db, {
    guard: deletePlace(db.orm, id),
    audit: audit(call, { action: 'place.removed', before: told(row) }),
  });
  if (written) return { id };
  throw notFound();
}

/** A preview of an import, as the screen shows it. */
export type ImportPreview = {
  added: string[];
  changed: string[];
  unchanged: number;
} & Pick<ImportPlan, 'errors' | 'moreErrors'>;

const previewOf = ({
  added,
  changed,
  unchanged,
  errors,
  moreErrors,
}: ImportPlan): ImportPreview => ({
  added: added.map(({ name }) => name),
  changed: changed.map(({ name }) => name),
  ...{ unchanged, errors, moreErrors },
});

/** Previews the import of a file. Changes nothing. */
export async function previewPlaces(
  { deps }: AnyCall,
  { text }: { text: string },
): Promise<ImportPreview> {
  return previewOf(planImport(text, await selectPlaces(deps.db.orm)));
}

/**
 * Imports a file: all of its places or none.
 *
 * @throws `invalid_input` if a line has an error. Nothing is imported then.
 */
export async function importPlaces(call: Call, { text }: { text: string }): Promise<ImportPreview> {
  const { db, ids, clock } = call.deps;
  const now = clock.now();
  return retryOnConflict(async () => {
    const plan = planImport(text, await selectPlaces(db.orm));
    const [error] = plan.errors;
    if (error) {
      throw new DomainError('invalid_input', `Line ${error.line}: ${error.message}`, {
        field: 'text',
      });
    }
    const rows = [...plan.added, ...plan.changed].map((place) => rowOf(place));
    if (rows.length === 0) return previewOf(plan);
    const written = await tryWriteGuarded(db, {
      guard: insertOrChangePlaces(db.orm, rows, plan.added.length),
      audit: audit(call, {
        action: 'place.imported',
        after: { added: plan.added.length, changed: plan.changed.length },
      }),
    });
    return written ? previewOf(plan) : null;
  });

  function rowOf({ name, address, latitude, longitude, note, aliases }: Place): PlaceRow {
    const stored = { name, nameKey: addressKey(name), address, latitude, longitude, note, aliases };
    return { id: ids.next(), ...stored, createdAt: now, updatedAt: now };
  }
}

/** Returns the form's values, to compare them with another save. */
const typedOf = (row: Omit<PlaceRow, 'id' | 'nameKey' | 'createdAt' | 'updatedAt'>) => {
  const { name, address, note, aliases } = row;
  const position = positionOf(row);
  return { name, address, note, aliases, position: position && coordinatesText(position) };
};

/** Returns a place's values for an audit entry. */
const told = ({ id: placeId, ...row }: PlaceRow) => {
  const { name, address, note, aliases, position } = typedOf(row);
  return { placeId, name, address, note, aliases, position };
};

async function refusalOf({ deps }: Call, nameKey: string): Promise<DomainError> {
  const [other] = await selectPlaceNamed(deps.db.orm, nameKey);
  return other
    ? nameTaken()
    : new DomainError('conflict', `The list is full. It can have up to ${MAX_PLACES} places.`);
}

const nameTaken = () => new DomainError('conflict', PLACE_MESSAGES.taken, { field: 'name' });

const notFound = () => new DomainError('not_found', 'We couldn’t find that place.');
