import { isWithoutAnswer } from '@/db/engine/failures';
import { DomainError } from '@/domain/errors';
import {
  HEIC_LATER,
  HEIC_UNREADABLE,
  isHeic,
  MAX_PHOTO_PIXELS,
  PHOTO_QUALITY,
  PHOTO_SIDE,
} from '@/domain/photos';
import type { AnyCall } from '@/server/config/call';
import { HeicUnreadable } from '@/server/ports/heic/port';

export type StoredPhoto = {
  storageKey: string;
  width: number;
  height: number;
  bytes: number;
};

/**
 * Decodes a data URL, makes a new JPEG from its pixels (so no metadata survives) and stores it under a key
 * of ours (D60). Throws `invalid_input` for anything that is no picture, and `unavailable` where a picture was
 * not read for another reason: a device then keeps it and sends it again.
 *
 * @param input.side the longer side of the JPEG at most, in pixels
 */
export async function storePhoto(
  { deps }: AnyCall,
  input: { dataUrl: string; folder: string; side?: number },
): Promise<StoredPhoto> {
  const photo = Buffer.from(input.dataUrl.slice(input.dataUrl.indexOf(',') + 1), 'base64');
  const picture = isHeic(photo) ? await readHeic(deps, photo) : photo;
  const jpeg = await reencode(picture, input.side ?? PHOTO_SIDE);
  const storageKey = `${input.folder}/${deps.ids.next()}.jpg`;
  await deps.photos.put(storageKey, jpeg.bytes);
  return { storageKey, width: jpeg.width, height: jpeg.height, bytes: jpeg.bytes.byteLength };
}

/**
 * Makes the write that stored photos are for, and removes their files where it writes nothing (a falsy
 * answer) or throws: they belong to nothing then. Where the database gave no answer the files stay: the
 * write may have been made, and the device that sends the photos again is told that they are there.
 */
export async function withStored<T>(
  { deps }: AnyCall,
  stored: readonly Pick<StoredPhoto, 'storageKey'>[],
  write: () => Promise<T>,
): Promise<T> {
  let isTheirs = false;
  try {
    const written = await write();
    isTheirs = Boolean(written);
    return written;
  } catch (error) {
    isTheirs = isWithoutAnswer(error);
    throw error;
  } finally {
    if (!isTheirs) {
      await Promise.all(stored.map(({ storageKey }) => deps.photos.remove(storageKey)));
    }
  }
}

async function readHeic({ heic }: AnyCall['deps'], photo: Uint8Array): Promise<Uint8Array> {
  try {
    return await heic.toBmp(photo);
  } catch (error) {
    const isAtFault = error instanceof HeicUnreadable;
    if (isAtFault) throw new DomainError('invalid_input', HEIC_UNREADABLE, { cause: error });
    throw new DomainError('unavailable', HEIC_LATER, { cause: error });
  }
}

async function reencode(picture: Uint8Array, side: number) {
  try {
    const bytes = await new Bun.Image(picture, { maxPixels: MAX_PHOTO_PIXELS })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: PHOTO_QUALITY })
      .bytes();
    const { width, height } = await new Bun.Image(bytes).metadata();
    return { bytes, width, height };
  } catch (error) {
    throw new DomainError('invalid_input', 'Please select an image file.', { cause: error });
  }
}
