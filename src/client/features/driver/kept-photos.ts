import { useEffect, useState } from 'react';
import { useReachable } from '@/client/lib/connection';
import type { Day } from './driver-day';

/** The browser's store of the photos that a driver looks at without signal. A photo never changes. */
const STORE = 'dockside-photos';

const addressOf = (photoId: string) => `/api/photos/${photoId}`;

/** Rejects without signal, and in a browser that stores no photos; null for a photo that is gone. */
async function photoOf(photoId: string): Promise<Blob | null> {
  const store = await caches.open(STORE);
  const kept = await store.match(addressOf(photoId));
  if (kept) return kept.blob();
  const answer = await fetch(addressOf(photoId));
  if (!answer.ok) return null;
  await store.put(addressOf(photoId), answer.clone());
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
  const store = await caches.open(STORE);
  const wanted = new Set(photoIds.map(addressOf));
  for (const kept of await store.keys()) {
    if (!wanted.has(new URL(kept.url).pathname)) await store.delete(kept);
  }
  for (const photoId of photoIds) await photoOf(photoId).catch(() => null);
}

/** The address of a photo that also shows without signal; null until there is one. */
export function useKeptPhoto(photoId: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let ended = false;
    const show = async () => {
      if (!('caches' in window)) return setAddress(addressOf(photoId));
      const photo = await photoOf(photoId);
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
