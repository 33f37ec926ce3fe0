/** The longer side (pixels) and the quality of a photo before it is sent (staff sections 5 and 9). */
const MAX_SIDE = 800;
const JPEG_QUALITY = 0.6;

/**
 * Makes a picture file into a small JPEG data URL: at most 800 px on the longer side, quality 0.6,
 * turned upright. `onProgress` gets the done share, from 0 to 1. Throws when the browser cannot read
 * the file as a picture.
 */
export async function shrinkPhoto(
  file: File,
  onProgress: (done: number) => void = () => {},
): Promise<string> {
  const bytes = await readAll(file, (share) => onProgress(share * 0.5));
  const picture = await createImageBitmap(bytes, { imageOrientation: 'from-image' });
  onProgress(0.75);
  try {
    const jpeg = await toJpeg(picture);
    onProgress(0.95);
    const dataUrl = await toDataUrl(jpeg);
    onProgress(1);
    return dataUrl;
  } finally {
    picture.close();
  }
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

async function toJpeg(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
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
    canvas.toBlob(take, 'image/jpeg', JPEG_QUALITY);
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
