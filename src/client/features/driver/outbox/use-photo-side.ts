import { useSignal } from '@/client/lib/connection';
import { LARGE_PHOTO_SIDE, PHOTO_SIDE } from '@/domain/photos';

/** Enough free storage for a day's large photos while they wait to be sent. */
const ROOM_BYTES = 50_000_000;

/** The longer side of a photo in pixels. It's large if there's signal and enough free storage. */
export function usePhotoSide(): () => Promise<number> {
  const hasSignal = useSignal();
  return async () => (hasSignal && (await hasRoom()) ? LARGE_PHOTO_SIDE : PHOTO_SIDE);
}

async function hasRoom(): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return estimate ? (estimate.quota ?? 0) - (estimate.usage ?? 0) >= ROOM_BYTES : false;
}
