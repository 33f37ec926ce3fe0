import { photoSchema } from '@/domain/appointment/completion.schema';
import { isHeic, PHOTO_QUALITY, PHOTO_SIDE } from '@/domain/photos';

/** A photo that is refused, with a sentence for people. */
export class PhotoProblem extends Error {}

type ShrinkOptions = {
  /** The longer side of the result at most, in pixels. */
  side?: number;
  /** Gets the done share, from 0 to 1. */
  onProgress?: (done: number) => void;
};

/**
 * Makes a picture file into a small JPEG data URL, turned upright. A HEIC photo that this browser cannot
 * read stays as it is, for the server to read. Throws when the file is no picture, with a PhotoProblem
 * where a sentence helps.
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

/** The photo as the phone took it, unless it is too large to be sent. */
async function asItIs(bytes: Blob): Promise<string> {
  const dataUrl = await toDataUrl(new Blob([bytes], { type: 'image/heic' }));
  const { error } = photoSchema.safeParse(dataUrl);
  if (error) throw new PhotoProblem(error.issues[0]?.message);
  return dataUrl;
}

/** Reads piece by piece with progress, because reading from a slow memory card takes longest. */
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
  if (!context) throw new Error('this browser offers no canvas');
  // JPEG has no transparency: transparent parts would turn black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('the canvas gave no picture'));
    canvas.toBlob(take, 'image/jpeg', PHOTO_QUALITY / 100);
  });
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'));
    reader.readAsDataURL(blob);
  });
}
