import { isWithoutAnswer } from '@/db/engine/failures';
import { DomainError } from '@/domain/errors';
import { HEIC_UNREADABLE, isHeic, PHOTO_MESSAGES, PHOTO_SIDE } from '@/domain/photos';
import type { AnyCall, Call } from '@/server/config/call';
import { type Jpeg, PictureQueueFull, PictureUnreadable } from '@/server/ports/pictures/port';

export type StoredPhoto = {
  storageKey: string;
  width: number;
  height: number;
  bytes: number;
};

/**
 * Decodes a data URL, creates a new JPEG from its pixels (so no metadata survives), and stores it.
 *
 * @param input.side the most pixels of the JPEG's longer side
 * @throws `invalid_input` if it isn't a picture
 * @throws `rate_limited` if this account's pictures fill its share of the queue
 * @throws `unavailable` if reading failed for another reason. A device then keeps the picture and
 *   sends it again.
 */
export async function storePhoto(
  call: Call,
  input: { dataUrl: string; folder: string; side?: number },
): Promise<StoredPhoto> {
  const { deps } = call;
  const jpeg = await jpegOf(call, pictureIn(input.dataUrl), input.side ?? PHOTO_SIDE);
  const storageKey = `${input.folder}/${deps.ids.next()}.jpg`;
  await deps.photos.put(storageKey, jpeg.bytes);
  return { storageKey, width: jpeg.width, height: jpeg.height, bytes: jpeg.bytes.byteLength };
}

/** Decodes a data URL. */
export const pictureIn = (dataUrl: string): Uint8Array =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/**
 * Runs the write that stored photos are for. If it writes nothing (a falsy result) or throws, their
 * files are removed. If the database didn't answer, the files stay, because the write may have
 * succeeded.
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

const IN_A_MINUTE = { details: { retryAfterSeconds: 60 } };

/**
 * Creates a JPEG from a picture's pixels, so no metadata survives. Throws like `storePhoto`.
 *
 * @param side the most pixels of the JPEG's longer side
 */
export async function jpegOf(
  { deps, actor }: Call,
  picture: Uint8Array,
  side: number,
): Promise<Jpeg> {
  const owner = actor.kind === 'user' ? actor.userId : actor.kind;
  try {
    return await deps.pictures.toJpeg(picture, { side, owner });
  } catch (cause) {
    if (cause instanceof PictureUnreadable) {
      const message = isHeic(picture) ? HEIC_UNREADABLE : PHOTO_MESSAGES.unreadable;
      throw new DomainError('invalid_input', message, { cause });
    }
    const { later, mostOfOwner, mostOfAll } = PHOTO_MESSAGES;
    if (!(cause instanceof PictureQueueFull)) {
      throw new DomainError('unavailable', later, { cause });
    }
    throw cause.of === 'owner'
      ? new DomainError('rate_limited', mostOfOwner, { cause, ...IN_A_MINUTE })
      : new DomainError('unavailable', mostOfAll, { cause, ...IN_A_MINUTE });
  }
}
