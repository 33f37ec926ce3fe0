import { useSignal } from '@/client/lib/connection';
import { LARGE_PHOTO_SIDE, PHOTO_SIDE } from '@/domain/photos';

/** Room on the device for a day of large photos that wait. */
const ROOM_BYTES = 50_000_000;

/** The longer side of a photo: large while there is signal, and room to keep it until it is sent. */
export function usePhotoSide(): () => Promise<number> {
  const hasSignal = useSignal();
  return async () => (hasSignal && (await hasRoom()) ? LARGE_PHOTO_SIDE : PHOTO_SIDE);
}

async function hasRoom(): Promise<boolean> {
  const found = await navigator.storage?.estimate?.().catch(() => null);
  return found ? (found.quota ?? 0) - (found.usage ?? 0) >= ROOM_BYTES : false;
}
