import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Me } from '@/client/lib/session';
import type { Day, KeptAction } from './actions';

/** What this browser keeps for a driver without signal. */
interface DriverStore extends DBSchema {
  actions: { key: number; value: KeptAction };
  /** The last day of a driver that was seen, and who was signed in. */
  days: { key: string; value: { day: Day; at: number } };
  people: { key: 'me'; value: Me };
}

let opened: Promise<IDBPDatabase<DriverStore>> | null = null;

function database(): Promise<IDBPDatabase<DriverStore>> {
  opened ??= openDB<DriverStore>('dockside-driver', 1, {
    upgrade(db) {
      db.createObjectStore('actions', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('days');
      db.createObjectStore('people');
    },
    // Another version of the page wants to change the store: let it.
    blocking: () => {
      void opened?.then((db) => db.close());
      opened = null;
    },
  });
  return opened;
}

/** Everything kept, in the order it was done. */
export async function keptActions(): Promise<KeptAction[]> {
  return (await database()).getAll('actions');
}

/** Keeps actions in one write, which is on the disk when this returns. */
export async function keepActions(actions: readonly Omit<KeptAction, 'seq'>[]): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite', { durability: 'strict' });
  // The store numbers them.
  for (const action of actions) void tx.store.add(action as KeptAction);
  await tx.done;
}

export async function dropActions(seqs: readonly number[]): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  for (const seq of seqs) void tx.store.delete(seq);
  await tx.done;
}

export async function markRefused(seq: number, refusal: string): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  const kept = await tx.store.get(seq);
  if (kept) await tx.store.put({ ...kept, refusal });
  await tx.done;
}

/** Asks the browser not to throw the store away when it runs short of room. */
export function askToPersist(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** `view` names whose day: a user's own, or the driver a member of staff looks at. */
export async function keptDay(view: string): Promise<{ day: Day; at: number } | null> {
  return (await (await database()).get('days', view)) ?? null;
}

export async function keepDay(view: string, day: Day): Promise<void> {
  await (await database()).put('days', { day, at: Date.now() }, view);
}

/** Who was signed in here last. */
export async function keptMe(): Promise<Me | null> {
  return (await (await database()).get('people', 'me')) ?? null;
}

export async function keepMe(me: Me): Promise<void> {
  await (await database()).put('people', me, 'me');
}

/** Leaves nothing of people and their days (D54); what waits to be sent stays, for its owner. */
export async function forgetPeople(): Promise<void> {
  const db = await database();
  await Promise.all([db.clear('days'), db.clear('people')]);
}
