import { MAX_PHOTO_PIXELS } from '@/domain/photos';

const HEADER_BYTES = 54;

/** The picture of a HEIC as a BMP, upright. Throws if there is none, or if it is too large. */
export async function bmpOfHeic(heic: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded for a HEIC only: it takes longer than any other picture.
  const { default: libheif } = await import('libheif-js/wasm-bundle');
  const [image] = new libheif.HeifDecoder().decode(heic);
  if (!image) throw new Error('there is no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_PHOTO_PIXELS) throw new Error('it has too many pixels');
  const bmp = new Uint8Array(HEADER_BYTES + width * height * 4);
  writeHeader(new DataView(bmp.buffer), width, height);
  const data = new Uint8ClampedArray(bmp.buffer, HEADER_BYTES);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (filled) =>
      filled ? resolve() : reject(new Error('its pixels cannot be read')),
    );
  });
  swapRedAndBlue(data);
  return bmp;
}

/** The head of a BMP with four bytes for each pixel, its first row on top. */
function writeHeader(view: DataView, width: number, height: number): void {
  view.setUint16(0, 0x424d);
  view.setUint32(2, view.byteLength, true);
  view.setUint32(10, HEADER_BYTES, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, -height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 32, true);
}

/** A BMP has blue first. */
function swapRedAndBlue(pixels: Uint8ClampedArray): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const red = pixels[i] ?? 0;
    pixels[i] = pixels[i + 2] ?? 0;
    pixels[i + 2] = red;
  }
}
