import { homePhotoKey } from '@/domain/home-photo';
import type { Call } from '@/server/config/call';

/** How many of an ID's 32 hexadecimal digits come from the picture's pixels. */
const FROM_PIXELS = 16;

const hexOf = (content: string | Uint8Array) =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex');

/**
 * Returns the ID of a picture's file. Every upload has its own file, so that someone who replaces a
 * picture never removes the file of a person who uploads the same picture at that moment.
 */
export const pictureId = ({ deps }: Call, jpeg: Uint8Array): string =>
  hexOf(jpeg).slice(0, FROM_PIXELS) + hexOf(deps.ids.next()).slice(FROM_PIXELS, 32);

/**
 * True if a new file shows nothing new: it has the stored file's pixels, or there's neither file. A
 * stored file that is gone, such as after a restore, counts as new.
 */
export async function isSamePicture(
  { deps }: Call,
  stored: string | undefined,
  added: string | undefined,
): Promise<boolean> {
  if (stored?.slice(0, FROM_PIXELS) !== added?.slice(0, FROM_PIXELS)) return false;
  return stored === undefined || (await deps.photos.get(homePhotoKey(stored))) !== null;
}
