import type { Queryable } from '@/db/client';
import { retryOnConflict, tryWriteGuarded, writeGuarded } from '@/db/guarded-batch';
import { type DockFacts, dockAt, isSameAddress, MAX_DOCKS } from '@/domain/account/docks';
import type { DockEditInput, DockInput } from '@/domain/account/docks.schema';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import type { KnownAddress } from '@/domain/places/place';
import { coordinatesIn } from '@/domain/route/coordinates';
import { positionOf } from '@/domain/route/position';
import { areaNotice, dockDistance, type ServiceArea, zipsIn } from '@/domain/route/service-area';
import { type AnyCall, type OwnerCall, ownerIdOf } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { refuseAccountOverwrite } from '../auth/account-overwrite';
import { selectUser } from '../auth/users.repository';
import {
  type BusinessSettingsRow,
  selectBusinessSettings,
} from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { locateAddress } from '../places/known-address';
import { selectPlacesAt } from '../places/places.repository';
import {
  changeDock,
  copyingDockFacts,
  type DockRow,
  deleteDock,
  fillingDefaultDock,
  insertDockBelow,
  leavingDock,
  respellingAddress,
  selectDocks,
  setOnlyDefaultDock,
} from './docks.repository';

/**
 * A dock with its distance (null if its position isn't known), and the notice that its customer
 * sees before ordering.
 */
export type DockView = Omit<DockRow, 'userId'> &
  ReturnType<typeof dockDistance> & { areaNotice: string | null };

/** Selects the list that every call returns, in the round trip of the call's last query. */
const selectList = (orm: Queryable, userId: string) =>
  [selectDocks(orm, userId), selectBusinessSettings(orm)] as const;

/** Lists the account's docks, the default first. */
export async function listDocks(call: OwnerCall): Promise<DockView[]> {
  const { deps } = call;
  return docksView(deps, await deps.db.read((orm) => selectList(orm, ownerIdOf(call))));
}

/**
 * Returns the settings of the map on which a customer marks a dock. There is no map without tiles.
 */
export function readDockMap({ deps }: AnyCall) {
  const { map: tiles, home } = deps.settings;
  return { tiles, home };
}

/** Adds a dock. The first one becomes the default. Throws `conflict` above 20 docks. */
export async function addDock(call: OwnerCall, input: DockInput): Promise<DockView[]> {
  const { db, ids, clock } = call.deps;
  const userId = ownerIdOf(call);
  const row = {
    id: ids.next(),
    userId,
    isDefault: false,
    createdAt: clock.now(),
    ...columns(input),
  };
  const written = await tryWriteGuarded(db, {
    guard: insertDockBelow(db.orm, row, MAX_DOCKS),
    audit: audit(call, { action: 'dock.added', userId, after: auditValues(row) }),
    also: [fillingDefaultDock(userId)],
    view: selectList(db.orm, userId),
  });
  if (written) return docksView(call.deps, written.view);
  throw new DomainError('conflict', `You can save up to ${MAX_DOCKS} docks.`);
}

/**
 * Changes one of the account's docks, and its facts on open appointments. If the address changes,
 * appointments at the old address are detached from it. If only the spelling changes, they stay,
 * and the profile gets the new spelling too.
 *
 * @throws `not_found` if the account doesn't have the dock
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 */
export async function editDock(
  call: OwnerCall,
  { read, isSamePlace, ...input }: DockEditInput,
): Promise<DockView[]> {
  const { db, clock } = call.deps;
  const userId = ownerIdOf(call);
  return retryOnConflict(async () => {
    const [rows, [settings], [user], places] = await db.read((orm) => [
      ...selectList(orm, userId),
      selectUser(orm, userId),
      selectPlacesAt(orm, input.label),
    ]);
    const before = found(rows.find(({ id }) => id === input.id) ?? null);
    await refuseAccountOverwrite(
      call,
      { userId, actions: ['dock.edited'], columns: { label: 'location', slip: 'slipNumber' } },
      { read, sent: columns(input), current: before },
    );
    const stays = isSamePlace === true || isSameAddress(before.label, input.label);
    const changes = { ...(stays ? null : forgotten(before)), ...columns(input) };
    if (isAlready(before, changes)) return docksView(call.deps, [rows, settings ? [settings] : []]);
    const after = { ...before, ...changes };
    const updatedAt = clock.now();
    // A recurring delivery without its own place goes to the profile's address, and finds its dock
    // by that address.
    const from = user?.address && dockAt(rows, user.address) === before ? user.address : null;
    const isSpelledAnew = stays && !isSameAddress(before.label, input.label);
    const written = await writeGuarded(db, {
      guard: changeDock(db.orm, before, changes),
      audit: audit(call, {
        action: 'dock.edited',
        userId,
        before: auditValues(before),
        after: auditValues(after),
      }),
      also: [
        stays ? null : leavingDock(after, updatedAt),
        isSpelledAnew && from !== null
          ? respellingAddress(userId, { from, to: after.label, updatedAt })
          : null,
        copyingDockFacts(before, {
          ...dockColumns(
            after,
            serviceAreaOf(call.deps, settings),
            await locateAddress(call.deps, after.label, places),
          ),
          updatedAt,
        }),
      ],
      view: selectList(db.orm, userId),
    });
    return docksView(call.deps, written.view);
  });
}

/** Removes a dock. If it was the default, the oldest other dock becomes the default. */
export async function removeDock(call: OwnerCall, input: { id: string }): Promise<DockView[]> {
  const { db } = call.deps;
  const userId = ownerIdOf(call);
  const written = await tryWriteGuarded(db, {
    guard: deleteDock(db.orm, userId, input.id),
    audit: audit(call, { action: 'dock.removed', userId, after: { dockId: input.id } }),
    also: [fillingDefaultDock(userId)],
    view: selectList(db.orm, userId),
  });
  return docksView(call.deps, found(written).view);
}

/** Makes a dock the default, so that new orders start with it. */
export async function setDefaultDock(call: OwnerCall, input: { id: string }): Promise<DockView[]> {
  const { db } = call.deps;
  const userId = ownerIdOf(call);
  const written = await tryWriteGuarded(db, {
    guard: setOnlyDefaultDock(db.orm, userId, input.id),
    audit: audit(call, { action: 'dock.default', userId, after: { dockId: input.id } }),
    view: selectList(db.orm, userId),
  });
  if (written) return docksView(call.deps, written.view);
  // The dock is already the default, or the account doesn't have it.
  const view = await db.read((orm) => selectList(orm, userId));
  found(view[0].find(({ id }) => id === input.id) ?? null);
  return docksView(call.deps, view);
}

/** Returns the service area from the row of `selectBusinessSettings`. */
export function serviceAreaOf(
  deps: Pick<Deps, 'settings'>,
  row: BusinessSettingsRow | undefined,
): ServiceArea {
  const settings = businessSettingsOf(deps, row);
  return {
    home: coordinatesIn(settings.serviceCenter) ?? deps.settings.home,
    radiusMiles: settings.serviceRadiusMiles,
    policy: settings.areaPolicy,
    zips: zipsIn(settings.serviceZips) ?? [],
  };
}

/**
 * Returns an appointment's columns for a dock: the facts for its driver, and its distance. If the
 * dock has no position yet, the position of the address is used.
 */
export function dockColumns(row: DockRow, area: ServiceArea, known: KnownAddress) {
  const { gateCode } = row;
  const note = [known.note, row.note].filter(Boolean).join(' · ') || null;
  const position = positionOf(row) ?? known.position;
  const dock: DockFacts = { gateCode, note, position };
  return { dock, ...dockDistance(area, position, row.label) };
}

function columns({ label, slip = null, gateCode = null, note = null, position }: DockInput) {
  return { label, slip, gateCode, note, ...(position !== undefined && positionColumns(position)) };
}

/** A learned position belongs to the old address, so it's cleared when the address changes. */
const forgotten = ({ positionSource }: DockRow) =>
  positionSource === 'learned' ? positionColumns(null) : null;

function positionColumns(position: DockInput['position']) {
  if (!position) return { latitude: null, longitude: null, positionSource: null };
  return { ...position, positionSource: 'given' as const };
}

/** Returns a dock's fields for an audit entry, without its gate code. */
const auditValues = ({
  id,
  label,
  slip,
  note,
}: Pick<DockRow, 'id' | 'label' | 'slip' | 'note'>) => ({
  dockId: id,
  location: label,
  slipNumber: slip,
  note,
});

/**
 * Returns the result of a read or write. Throws `not_found` if the account doesn't have the dock.
 */
function found<T>(written: T | null): T {
  if (written) return written;
  throw new DomainError('not_found', 'We couldn’t find that dock.');
}

/**
 * Returns docks as their customer and staff see them, from the rows of `selectDocks` and
 * `selectBusinessSettings`.
 */
export function docksView(
  deps: Deps,
  [rows, [settings]]: readonly [readonly DockRow[], readonly BusinessSettingsRow[]],
): DockView[] {
  const area = serviceAreaOf(deps, settings);
  return rows.map(({ userId, ...dock }) => {
    const distance = dockDistance(area, positionOf(dock), dock.label);
    return { ...dock, ...distance, areaNotice: areaNotice(area, distance) };
  });
}
