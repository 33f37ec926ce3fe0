import { MAX_PHOTO_PIXELS } from '@/domain/photos';

const HEADER_BYTES = 54;

/** Converts a HEIC to an upright BMP. Throws if it has no picture or is too large. */
export async function bmpOfHeic(heic: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  // Only loaded for a HEIC, because loading this decoder takes longer than decoding any other
  // picture.
  const { default: libheif } = await import('libheif-js/wasm-bundle');
  const [image] = new libheif.HeifDecoder().decode(heic);
  if (!image) throw new Error('the file has no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_PHOTO_PIXELS) throw new Error('the picture has too many pixels');
  const bmp = new Uint8Array(HEADER_BYTES + width * height * 4);
  writeHeader(new DataView(bmp.buffer), width, height);
  const data = new Uint8ClampedArray(bmp.buffer, HEADER_BYTES);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (filled) =>
      filled ? resolve() : reject(new Error("the picture's pixels can't be read")),
    );
  });
  swapRedAndBlue(data);
  return bmp;
}

/** Writes a BMP header for 4 bytes per pixel, with the first row on top. */
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

/** A BMP stores blue first. */
function swapRedAndBlue(pixels: Uint8ClampedArray): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const red = pixels[i] ?? 0;
    pixels[i] = pixels[i + 2] ?? 0;
    pixels[i + 2] = red;
  }
}
