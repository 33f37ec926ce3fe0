import { isHeic, MAX_PHOTO_PIXELS, MAX_PHOTO_SCANS, PHOTO_QUALITY } from '@/domain/photos';
import { bmpOfHeic } from './heic';
import { orientationOf, scansOf } from './marks';
import { SIZE_BYTES, UNREADABLE_EXIT } from './port';

/**
 * The work of the process that decodes a picture: it reads one from stdin and writes its size and a
 * JPEG to stdout. A bad picture ends it with UNREADABLE_EXIT.
 */
export async function readPicture(): Promise<void> {
  // The HEIC decoder logs problems to stdout, which must only contain the JPEG.
  console.log = () => {};
  // If the machine runs out of memory, it ends this process before the product.
  await Bun.write('/proc/self/oom_score_adj', '1000').catch(() => {});
  const jpeg = await jpegOf(Buffer.from(await Bun.stdin.bytes())).catch(() => null);
  if (jpeg) await Bun.write(Bun.stdout, jpeg);
  else process.exitCode = UNREADABLE_EXIT;
}

async function jpegOf(file: Buffer): Promise<Uint8Array> {
  if (scansOf(file) > MAX_PHOTO_SCANS) throw new Error('the picture has too many scans');
  const picture = isHeic(file) ? await bmpOfHeic(file) : file;
  const side = Number(process.argv.at(-1));
  const bytes = await upright(new Bun.Image(picture, { maxPixels: MAX_PHOTO_PIXELS }), file)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: PHOTO_QUALITY })
    .bytes();
  const { width, height } = await new Bun.Image(bytes).metadata();
  const size = Buffer.alloc(SIZE_BYTES);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([size, bytes]);
}

/** Rotates a picture by its metadata if the decoder doesn't do so. */
function upright(image: Bun.Image, file: Buffer): Bun.Image {
  switch (orientationOf(file)) {
    case 2:
      return image.flop();
    case 3:
      return image.rotate(180);
    case 4:
      return image.flip();
    case 5:
      return image.rotate(90).flop();
    case 6:
      return image.rotate(90);
    case 7:
      return image.rotate(270).flop();
    case 8:
      return image.rotate(270);
    default:
      return image;
  }
}
