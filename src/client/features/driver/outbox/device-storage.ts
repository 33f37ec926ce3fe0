import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Day } from '@/client/features/driver/day/driver-day';
import { forgetPhotos } from '@/client/features/driver/day/kept-photos';
import type { OrderInWords } from '@/client/features/driver/day/order-changes';
import type { Me } from '@/client/lib/session';
import type { ActionChanges, QueuedAction } from './device-action';

/** The database of this browser for a driver without signal. */
interface DriverDatabase extends DBSchema {
  actions: { key: number; value: QueuedAction };
  /** The last answer for each viewed day, and the signed-in user. */
  days: { key: string; value: StoredDay };
  people: { key: 'me'; value: Me };
  /** What was entered and not performed yet, by the user and the stop or the form. */
  drafts: { key: string; value: Dated };
}

/** When it was typed (ms). */
type Dated = { at: number };

/** The fields of a stop as they were typed. */
export type StopDraft = {
  actualGallons: string;
  /** Null as long as it follows the order; a build from before kept the number. */
  smallIceBags: number | null;
  largeIceBags: number | null;
  /** The order that the driver was shown. */
  shown?: OrderInWords;
  notes: string;
  fuelPhoto: string | null;
  /** A build from before signatures kept none. */
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
  return openDB<DriverDatabase>('dockside-driver', 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('actions', { keyPath: 'seq', autoIncrement: true });
        db.createObjectStore('days');
        db.createObjectStore('people');
      }
      db.createObjectStore('drafts');
    },
    // Another version of the page waits to change the database, and an open connection blocks it.
    blocking: () => {
      void opened?.then((db) => db.close());
      opened = null;
    },
    // The browser closed it (a phone does while the page is in the background): the next use opens it anew.
    terminated: () => {
      opened = null;
    },
  });
}

/** All queued actions, in the order in which they were performed. */
export async function queuedActions(): Promise<QueuedAction[]> {
  return (await database()).getAll('actions');
}

/**
 * Adds actions in one write, which is on the disk when this resolves. The same write removes the draft
 * that they were typed in, so that what is queued is never offered again.
 */
export async function addActions(
  actions: readonly Omit<QueuedAction, 'seq'>[],
  draft: string | null = null,
): Promise<void> {
  const stores = ['actions', 'drafts'] as const;
  const tx = (await database()).transaction(stores, 'readwrite', { durability: 'strict' });
  // The database sets `seq`.
  for (const action of actions) void tx.objectStore('actions').add(action as QueuedAction);
  if (draft !== null) void tx.objectStore('drafts').delete(draft);
  await tx.done;
}

/** Removes queued actions in one write; does nothing for those that are gone. */
export async function removeActions(seqs: readonly number[]): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  for (const seq of seqs) void tx.store.delete(seq);
  await tx.done;
}

/** Changes a queued action; does nothing for one that is gone. */
export async function changeAction(seq: number, changes: ActionChanges): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  const queued = await tx.store.get(seq);
  if (queued) await tx.store.put({ ...queued, ...changes });
  await tx.done;
}

/** Asks the browser to keep the database when the device runs out of room. */
export function requestPersistence(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** A day, and the instant of its answer by the clock of the device. */
export type StoredDay = { day: Day; at: number };

/** The stored day. `view` names whose: the user's own, or the driver that staff look at. */
export async function readDay(view: string): Promise<StoredDay | null> {
  return (await (await database()).get('days', view)) ?? null;
}

/** Stores a day over the one of the same `view` (see `readDay`). */
export async function writeDay(view: string, stored: StoredDay): Promise<void> {
  await (await database()).put('days', stored, view);
}

/** The user who was signed in last on this device. */
export async function readUser(): Promise<Me | null> {
  return (await (await database()).get('people', 'me')) ?? null;
}

/** Stores the user who has signed in, over the one before. */
export async function writeUser(me: Me): Promise<void> {
  await (await database()).put('people', me, 'me');
}

/**
 * Deletes the user and the days with their photos. Queued actions and drafts stay until their user signs in
 * again, or the actions are handed over.
 *
 * @param now the id of the user whose own are kept; null for no one
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

/** A draft of an older trip says nothing any more. */
const DRAFT_KEPT_MS = 3 * 86_400_000;

/** What was entered; null where there is nothing to go on with. The key tells the type. */
export async function readDraft<Typed>(key: string): Promise<(Typed & Dated) | null> {
  const draft = (await (await database()).get('drafts', key)) as (Typed & Dated) | undefined;
  return draft && Date.now() - draft.at < DRAFT_KEPT_MS ? draft : null;
}

/** Stores a draft over the one of the same key. */
export async function writeDraft(key: string, draft: Dated): Promise<void> {
  await (await database()).put('drafts', draft, key);
}

/** Removes a draft; does nothing where there is none. */
export async function removeDraft(key: string): Promise<void> {
  await (await database()).delete('drafts', key);
}
