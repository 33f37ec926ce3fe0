/** The outbox stored on a driver's device, which tests fill, inspect, and wake. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';

export type SentAction = {
  actionKey: string;
  userId: string;
  pressedAt: string;
  afterKey: string | null;
  publicCode: string | null;
  action: Record<string, unknown> & { kind: string };
  refusal: null;
};

/** A device action as the page stores it. `photo` is sent after it as a separate action. */
export function actionsOf(
  about: Pick<SentAction, 'userId' | 'pressedAt' | 'publicCode'>,
  action: SentAction['action'],
  photo?: string,
): SentAction[] {
  const first: SentAction = {
    ...about,
    actionKey: randomUUID(),
    afterKey: null,
    action,
    refusal: null,
  };
  if (!photo) return [first];
  const photoAction =
    action.kind === 'complete'
      ? { kind: 'completePhoto', id: action.id, photo }
      : { kind: 'reportPhoto', reportKey: first.actionKey, photo };
  const afterKey = first.actionKey;
  return [first, { ...first, actionKey: randomUUID(), afterKey, action: photoAction }];
}

/** Stores actions as the page does. With `version` 1, as its first version did. */
export async function fillOutbox(page: Page, actions: readonly SentAction[], version?: 1) {
  await page.evaluate(
    ([added, asOf]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('dockside-driver', asOf);
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('actions', { keyPath: 'seq', autoIncrement: true });
          opening.result.createObjectStore('days');
          opening.result.createObjectStore('people');
        };
        opening.onsuccess = () => {
          const tx = opening.result.transaction('actions', 'readwrite');
          for (const one of added) tx.objectStore('actions').add(one);
          tx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          tx.onerror = () => reject(tx.error);
        };
      }),
    [actions, version] as const,
  );
}

type Stored = { refusal?: string | null };

const allOf = (page: Page, store: 'actions' | 'drafts' | 'people' | 'days'): Promise<Stored[]> =>
  page.evaluate(
    (name) =>
      new Promise<Stored[]>((resolve, reject) => {
        const opening = indexedDB.open('dockside-driver');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const read = opening.result.transaction(name).objectStore(name).getAll();
          read.onsuccess = () => {
            opening.result.close();
            resolve(read.result);
          };
        };
      }),
    store,
  );

/** The device's actions that are waiting to be sent. */
export const waitingInOutbox = async (page: Page): Promise<number> =>
  (await allOf(page, 'actions')).filter(({ refusal }) => refusal === null).length;

/** Waits until the device has stored its driver and their day, which the page does in the background. */
export async function dayIsStored(page: Page): Promise<void> {
  for (const store of ['people', 'days'] as const) {
    await expect.poll(async () => (await allOf(page, store)).length).toBeGreaterThan(0);
  }
}

/** The typed values on the device that weren't sent, as they're stored. */
export const draftsOf = (page: Page): Promise<unknown[]> => allOf(page, 'drafts');

/**
 * Notifies the page as a browser does when its connection returns. A page that is reloading is notified after
 * that.
 */
export const wake = (page: Page): Promise<void> =>
  expect(() => page.evaluate(() => void window.dispatchEvent(new Event('online')))).toPass({
    timeout: 30_000,
  });
