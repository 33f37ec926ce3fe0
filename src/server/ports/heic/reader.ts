import libheif from 'libheif-js/wasm-bundle';
import { MAX_PHOTO_PIXELS } from '@/domain/photos';
import { UNREADABLE_EXIT } from './port';

const HEADER_BYTES = 54;

/** The work of the process that reads a photo: a HEIC comes in, a BMP goes out. Ends as UNREADABLE_EXIT says. */
export async function readHeicPhoto(): Promise<void> {
  // The decoder says there what is wrong with a photo; the refusal says it, and the picture goes there.
  console.log = () => {};
  const bmp = await toBmp(await Bun.stdin.bytes()).catch(() => null);
  if (bmp) await Bun.write(Bun.stdout, bmp);
  else process.exitCode = UNREADABLE_EXIT;
}

async function toBmp(heic: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
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
