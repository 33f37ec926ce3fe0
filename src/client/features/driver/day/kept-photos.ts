import { useEffect, useState } from 'react';
import { useReachable } from '@/client/lib/connection';
import type { Day } from './driver-day';

/** The browser cache for photos a driver needs without signal. A photo never changes. */
const STORE = 'dockside-photos';

const addressOf = (photoId: string) => `/api/photos/${photoId}`;

type Store = Pick<Cache, 'match' | 'put'>;

/** Null if the browser doesn't store photos, for example in a private window. */
const openStore = (): Promise<Cache | null> =>
  'caches' in window ? caches.open(STORE).catch(() => null) : Promise.resolve(null);

/**
 * Reads a photo from the device, or else from the server. A fetched photo is stored if there's
 * room.
 *
 * @returns null if the photo doesn't exist anymore
 * @throws if the photo isn't stored and there's no signal
 */
export async function photoAt(
  address: string,
  store: Store | null,
  ask: (address: string) => Promise<Response> = fetch,
): Promise<Blob | null> {
  const stored = await store?.match(address);
  if (stored) return stored.blob();
  const answer = await ask(address);
  if (!answer.ok) return null;
  await store?.put(address, answer.clone()).catch(() => {});
  return answer.blob();
}

/** Stores the day's fuel-fill photos on the device, before a stop without signal needs one. */
export function useKeptPhotos(day: Day | null): void {
  const reachable = useReachable();
  const ids = day?.deliveries.flatMap(({ boat }) => boat?.fillerPhotoId ?? []).join(' ');
  useEffect(() => {
    if (ids === undefined || !reachable) return;
    void keepOnly(ids.split(' ').filter(Boolean)).catch(() => {});
  }, [ids, reachable]);
}

async function keepOnly(photoIds: readonly string[]): Promise<void> {
  const store = await openStore();
  if (!store) return;
  const addresses = new Set(photoIds.map(addressOf));
  for (const request of await store.keys()) {
    if (!addresses.has(new URL(request.url).pathname)) await store.delete(request);
  }
  for (const address of addresses) await photoAt(address, store).catch(() => null);
}

/** An address that shows a photo even without signal. Null until it's loaded. */
export function useKeptPhoto(photoId: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let ended = false;
    const show = async () => {
      const photo = await photoAt(addressOf(photoId), await openStore());
      if (ended || !photo) return;
      url = URL.createObjectURL(photo);
      setAddress(url);
    };
    show().catch(() => {});
    return () => {
      ended = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [photoId]);
  return address;
}

/** Deletes all stored photos. */
export async function forgetPhotos(): Promise<void> {
  if ('caches' in window) await caches.delete(STORE);
}
