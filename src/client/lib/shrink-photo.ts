import { photoSchema } from '@/domain/appointment/completion.schema';
import { isHeic, PHOTO_QUALITY, PHOTO_SIDE } from '@/domain/photos';

/** A refused photo, with a message for people. */
export class PhotoProblem extends Error {}

type ShrinkOptions = {
  /** The maximum length of the longer side, in pixels. */
  side?: number;
  /** Called with the progress, from 0 to 1. */
  onProgress?: (done: number) => void;
};

/**
 * Converts a picture to a small, upright JPEG data URL. A HEIC photo that this browser can't read
 * is returned unchanged, for the server to read.
 *
 * @throws if the file isn't a picture. It's a PhotoProblem if there's a helpful message
 */
export async function shrinkPhoto(
  file: File,
  { side = PHOTO_SIDE, onProgress = () => {} }: ShrinkOptions = {},
): Promise<string> {
  const bytes = await readAll(file, (share) => onProgress(share * 0.5));
  const picture = await createImageBitmap(bytes, { imageOrientation: 'from-image' }).catch(
    async (error: unknown) => {
      if (isHeic(new Uint8Array(await bytes.slice(0, 12).arrayBuffer()))) return null;
      throw error;
    },
  );
  if (!picture) return asItIs(bytes);
  onProgress(0.75);
  try {
    const jpeg = await toJpeg(picture, side);
    onProgress(0.95);
    const dataUrl = await toDataUrl(jpeg);
    onProgress(1);
    return dataUrl;
  } finally {
    picture.close();
  }
}

/** Returns the original photo, unless it's too large to send. */
async function asItIs(bytes: Blob): Promise<string> {
  const dataUrl = await toDataUrl(new Blob([bytes], { type: 'image/heic' }));
  const { error } = photoSchema.safeParse(dataUrl);
  if (error) throw new PhotoProblem(error.issues[0]?.message);
  return dataUrl;
}

/** Reads in pieces to report progress, because reading from a slow memory card takes longest. */
async function readAll(file: File, onShare: (share: number) => void): Promise<Blob> {
  const pieces: BlobPart[] = [];
  let read = 0;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type: file.type });
    pieces.push(value);
    read += value.byteLength;
    onShare(read / Math.max(1, file.size));
  }
}

async function toJpeg(picture: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser doesn’t support canvas.');
  // JPEG doesn't support transparency, so transparent parts would turn black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The canvas didn’t return a picture.'));
    canvas.toBlob(take, 'image/jpeg', PHOTO_QUALITY / 100);
  });
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture can’t be read.'));
    reader.readAsDataURL(blob);
  });
}
