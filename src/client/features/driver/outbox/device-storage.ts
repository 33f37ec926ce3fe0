import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Day } from '@/client/features/driver/day/driver-day';
import { forgetPhotos } from '@/client/features/driver/day/kept-photos';
import type { OrderInWords } from '@/client/features/driver/day/order-changes';
import type { Me } from '@/client/lib/session';
import { type HeldRange, takeNumber } from '@/domain/trucks/ticket';
import type { ActionChanges, QueuedAction } from './device-action';

/** This browser's database for working without signal. */
interface DriverDatabase extends DBSchema {
  actions: { key: number; value: QueuedAction };
  /** The server's last answer for each viewed day. */
  days: { key: string; value: StoredDay };
  people: { key: 'me'; value: Me };
  /** Unfinished forms, by user and by stop or form. */
  drafts: { key: string; value: Dated };
  /** Ticket numbers that the server gave this device. */
  ticketRanges: { key: string; value: HeldRange };
}

/** When the draft was saved (ms). */
type Dated = { at: number };

/** A stop's completion form as typed. */
export type StopDraft = {
  actualGallons: string;
  /** Older builds didn't save the readings. */
  meterStart?: string;
  meterEnd?: string;
  /** Null while the field follows the order. Older builds saved the number. */
  smallIceBags: number | null;
  largeIceBags: number | null;
  /** The order as the driver saw it. */
  shown?: OrderInWords;
  notes: string;
  fuelPhoto: string | null;
  /** Builds without signatures didn't save this field. */
  signature?: string | null;
  nobodyAboard?: string | null;
};

let opened: Promise<IDBPDatabase<DriverDatabase>> | null = null;

function database(): Promise<IDBPDatabase<DriverDatabase>> {
  opened ??= open().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

function open(): Promise<IDBPDatabase<DriverDatabase>> {
  return openDB<DriverDatabase>('dockside-driver', 3, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('actions', { keyPath: 'seq', autoIncrement: true });
        db.createObjectStore('days');
        db.createObjectStore('people');
      }
      if (before < 2) db.createObjectStore('drafts');
      db.createObjectStore('ticketRanges', { keyPath: 'id' });
    },
    // Another tab with a newer version of the page wants to upgrade the database, and an open
    // connection would block it.
    blocking: () => {
      void opened?.then((db) => db.close());
      opened = null;
    },
    // Phones close the database while the page is in the background. The next use opens it again.
    terminated: () => {
      opened = null;
    },
  });
}

/** All queued actions, oldest first. */
export async function queuedActions(): Promise<QueuedAction[]> {
  return (await database()).getAll('actions');
}

/**
 * Adds actions, and removes their draft in the same write, so a queued form doesn't open filled in
 * again. A completion takes its ticket number in the same write too, so no other completion on this
 * device gets it. Resolves once the write is on disk.
 */
export async function addActions(
  actions: readonly Omit<QueuedAction, 'seq'>[],
  draft: string | null = null,
): Promise<void> {
  const stores = ['actions', 'drafts', 'ticketRanges'] as const;
  const tx = (await database()).transaction(stores, 'readwrite', { durability: 'strict' });
  // The database sets `seq`.
  const ranges = tx.objectStore('ticketRanges');
  for (const queued of actions) {
    const series = queued.action.kind === 'complete' ? queued.action.truckId : undefined;
    const held = series === undefined ? [] : await ranges.getAll();
    const taken = series === undefined ? null : takeNumber(inOrder(held), series, Date.now());
    if (taken) void ranges.put(taken.range);
    const action = taken ? { ...queued.action, ticket: taken.taken } : queued.action;
    void tx.objectStore('actions').add({ ...queued, action } as QueuedAction);
  }
  if (draft !== null) void tx.objectStore('drafts').delete(draft);
  await tx.done;
}

/** The ranges with the lowest numbers first. */
const inOrder = (ranges: HeldRange[]) => ranges.toSorted((a, b) => a.last - b.last);

/** This device's ticket numbers. */
export async function ticketRanges(): Promise<HeldRange[]> {
  return inOrder(await (await database()).getAll('ticketRanges'));
}

/** Stores a range of ticket numbers, unless this device already has it. */
export async function addTicketRange(range: HeldRange): Promise<void> {
  const tx = (await database()).transaction('ticketRanges', 'readwrite', { durability: 'strict' });
  if (!(await tx.store.get(range.id))) void tx.store.add(range);
  await tx.done;
}

/** Removes queued actions in one write. Missing ones are ignored. */
export async function removeActions(seqs: readonly number[]): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  for (const seq of seqs) void tx.store.delete(seq);
  await tx.done;
}

/** Changes a queued action. A missing one is ignored. */
export async function changeAction(seq: number, changes: ActionChanges): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  const queued = await tx.store.get(seq);
  if (queued) await tx.store.put({ ...queued, ...changes });
  await tx.done;
}

/** Asks the browser not to delete the database when the device is low on storage. */
export function requestPersistence(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** A day, and the time of the server's answer, by the device's clock (ms). */
export type StoredDay = { day: Day; at: number };

/** The stored day, or null. `view` is the user's own day, or a driver's day that staff view. */
export async function readDay(view: string): Promise<StoredDay | null> {
  return (await (await database()).get('days', view)) ?? null;
}

/** Replaces the stored day of a `view` (see `readDay`). */
export async function writeDay(view: string, stored: StoredDay): Promise<void> {
  await (await database()).put('days', stored, view);
}

/** The last user of this device, or null. */
export async function readUser(): Promise<Me | null> {
  return (await (await database()).get('people', 'me')) ?? null;
}

/** Replaces the stored user. */
export async function writeUser(me: Me): Promise<void> {
  await (await database()).put('people', me, 'me');
}

/**
 * Deletes the stored user, and the days with their photos. Queued actions and drafts stay until
 * their user signs in again or the actions are handed over.
 *
 * @param now the user whose data stays, or null to delete everyone's
 */
export async function clearPeople(now: string | null = null): Promise<void> {
  const db = await database();
  const stores = db.transaction(['days', 'people'], 'readwrite');
  const days = stores.objectStore('days');
  for (const view of await days.getAllKeys()) {
    if (now === null || !view.startsWith(`${now}:`)) void days.delete(view);
  }
  const people = stores.objectStore('people');
  if ((await people.get('me'))?.id !== now) void people.delete('me');
  await stores.done;
  if (now === null) await forgetPhotos();
}

/** Older drafts are out of date and aren't used. */
const DRAFT_KEPT_MS = 3 * 86_400_000;

/** A draft, or null if there's no recent one. The caller knows the type by the key. */
export async function readDraft<Typed>(key: string): Promise<(Typed & Dated) | null> {
  const draft = (await (await database()).get('drafts', key)) as (Typed & Dated) | undefined;
  return draft && Date.now() - draft.at < DRAFT_KEPT_MS ? draft : null;
}

/** Replaces the draft with this key. */
export async function writeDraft(key: string, draft: Dated): Promise<void> {
  await (await database()).put('drafts', draft, key);
}

/** Removes a draft. A missing one is ignored. */
export async function removeDraft(key: string): Promise<void> {
  await (await database()).delete('drafts', key);
}
