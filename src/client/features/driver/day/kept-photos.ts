import { useEffect, useState } from 'react';
import { useReachable } from '@/client/lib/connection';
import type { Day } from './driver-day';

/** The browser's store of the photos that a driver looks at without signal. A photo never changes. */
const STORE = 'dockside-photos';

const addressOf = (photoId: string) => `/api/photos/${photoId}`;

type Store = Pick<Cache, 'match' | 'put'>;

/** Null in a browser that stores no photos, as in a private window. */
const openStore = (): Promise<Cache | null> =>
  'caches' in window ? caches.open(STORE).catch(() => null) : Promise.resolve(null);

/**
 * A photo as it is stored, or else as the server has it; it is stored then, where there is room. Rejects
 * without signal; null for a photo that is gone.
 */
export async function photoAt(
  address: string,
  store: Store | null,
  ask: (address: string) => Promise<Response> = fetch,
): Promise<Blob | null> {
  const kept = await store?.match(address);
  if (kept) return kept.blob();
  const answer = await ask(address);
  if (!answer.ok) return null;
  await store?.put(address, answer.clone()).catch(() => {});
  return answer.blob();
}

/** Keeps the photos of the day's fillers on the device, before a stop without signal needs one. */
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
  const wanted = new Set(photoIds.map(addressOf));
  for (const kept of await store.keys()) {
    if (!wanted.has(new URL(kept.url).pathname)) await store.delete(kept);
  }
  for (const address of wanted) await photoAt(address, store).catch(() => null);
}

/** The address of a photo that also shows without signal; null until there is one. */
export function useKeptPhoto(photoId: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let ended = false;
    const show = async () => {
      const photo = await photoAt(addressOf(photoId), await openStore());
      if (ended || !photo) return;
      made = URL.createObjectURL(photo);
      setAddress(made);
    };
    show().catch(() => {});
    return () => {
      ended = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [photoId]);
  return address;
}

/** Deletes the photos with the days that they belong to. */
export async function forgetPhotos(): Promise<void> {
  if ('caches' in window) await caches.delete(STORE);
}
