import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';

/** Longer side and quality of a kept photo (staff sections 5 and 9). */
const MAX_SIDE = 800;
const JPEG_QUALITY = 60;
/** Refuses a picture that is small as a file and huge when it is unpacked. */
const MAX_PIXELS = 40_000_000;

export type StoredPhoto = {
  storageKey: string;
  width: number;
  height: number;
  bytes: number;
};

/**
 * Decodes a data URL, makes a new JPEG of at most 800 px from its pixels (so no metadata survives)
 * and stores it under a key of ours (D60). Throws `invalid_input` for anything that is no picture.
 */
export async function storePhoto(
  { deps }: AnyCall,
  input: { dataUrl: string; folder: string },
): Promise<StoredPhoto> {
  const jpeg = await reencode(
    Buffer.from(input.dataUrl.slice(input.dataUrl.indexOf(',') + 1), 'base64'),
  );
  const storageKey = `${input.folder}/${deps.ids.next()}.jpg`;
  await deps.photos.put(storageKey, jpeg.bytes);
  return { storageKey, width: jpeg.width, height: jpeg.height, bytes: jpeg.bytes.byteLength };
}

async function reencode(picture: Uint8Array) {
  try {
    const bytes = await new Bun.Image(picture, { maxPixels: MAX_PIXELS })
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: JPEG_QUALITY })
      .bytes();
    const { width, height } = await new Bun.Image(bytes).metadata();
    return { bytes, width, height };
  } catch (error) {
    throw new DomainError('invalid_input', 'Please select an image file.', { cause: error });
  }
}
