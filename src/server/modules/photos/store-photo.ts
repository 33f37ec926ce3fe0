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
 * Decodes a data URL, makes a new JPEG from its pixels (so no metadata survives) and stores it under a key
 * of ours. Throws `invalid_input` for anything that is no picture, `rate_limited` if this account's
 * pictures already fill its part of the queue, and `unavailable` if a picture wasn't read for another reason:
 * a device then keeps it and sends it again.
 *
 * @param input.side the longer side of the JPEG at most, in pixels
 */
export async function storePhoto(
  call: Call,
  input: { dataUrl: string; folder: string; side?: number },
): Promise<StoredPhoto> {
  const { deps } = call;
  const picture = Buffer.from(input.dataUrl.slice(input.dataUrl.indexOf(',') + 1), 'base64');
  const jpeg = await jpegOf(call, picture, input.side ?? PHOTO_SIDE);
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

const IN_A_MINUTE = { details: { retryAfterSeconds: 60 } };

async function jpegOf({ deps, actor }: Call, picture: Uint8Array, side: number): Promise<Jpeg> {
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
