/** Builds unusual pictures and EXIF orientations, and reads a picture's colors. */
import { inflateSync } from 'node:zlib';

const segment = (marker: number, ...bytes: number[]) =>
  Buffer.from([0xff, marker, ...bigEndian(bytes.length + 2), ...bytes]);

const bigEndian = (value: number) => [value >> 8, value & 255];

/** A Huffman table with one code of one bit. */
const oneCode = (table: number, symbol: number) =>
  segment(0xc4, table, 1, ...Array<number>(15).fill(0), symbol);

/**
 * A gray progressive JPEG with many nearly empty scans. The file is small, but each scan makes the
 * decoder go over the whole picture once.
 */
export function jpegOfScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // Runs of 32,767 empty blocks. Each is a code of one bit and 14 bits for its length.
  const runs = '011111111111111'.repeat(Math.ceil(blocks / 32_767));
  const bytes = (runs.match(/.{1,8}/g) ?? []).map((bits) =>
    Number.parseInt(bits.padEnd(8, '1'), 2),
  );
  const empty = [
    segment(0xda, 1, 1, 0, 1, 63, 0),
    Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))),
  ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, ...bigEndian(height), ...bigEndian(width), 1, 1, 0x11, 0),
    ...[oneCode(0x00, 0), oneCode(0x10, 0xe0)],
    ...[segment(0xda, 1, 1, 0, 0, 0, 0), Buffer.alloc(Math.ceil(blocks / 8))],
    ...Array.from({ length: scans - 1 }, () => empty).flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Encodes a picture as a call's input. */
export const dataUrl = (picture: Uint8Array, type = 'jpeg') =>
  `data:image/${type};base64,${Buffer.from(picture).toString('base64')}`;

/** A picture of 4 colors, 60 × 20, as a BMP. Each corner shows the orientation. */
export function fourCorners(): Buffer {
  const [width, height] = [60, 20];
  const bmp = Buffer.alloc(54 + width * height * 4);
  bmp.write('BM');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(-height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(32, 28);
  for (let n = 0; n < width * height; n += 1) {
    const isRight = n % width >= width / 2;
    const isLow = n >= (width * height) / 2;
    bmp.set([isRight ? 255 : 0, isLow ? 255 : 0, isRight === isLow ? 255 : 0, 255], 54 + n * 4);
  }
  return bmp;
}

/** Creates EXIF with only an orientation from 1 to 8. */
function exif(orientation: number, isLittle: boolean): Buffer {
  const entry = isLittle
    ? Buffer.from('49492a00080000000100120103000100000000000000000000000000', 'hex')
    : Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  if (isLittle) entry.writeUInt16LE(orientation, 18);
  else entry.writeUInt16BE(orientation, 18);
  return entry;
}

/** Returns the picture as a JPEG, a PNG, and a WebP with an EXIF orientation. */
export async function lyingPictures(bmp: Uint8Array, orientation: number) {
  const jpeg = Buffer.from(await new Bun.Image(bmp).jpeg({ quality: 95 }).bytes());
  const png = Buffer.from(await new Bun.Image(bmp).png().bytes());
  const webp = Buffer.from(await new Bun.Image(bmp).webp({ lossless: true }).bytes());
  const named = Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, true)]);
  const firstChunk = 8 + 25;
  return {
    jpeg: Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, ...named), jpeg.subarray(2)]),
    png: Buffer.concat([
      ...[png.subarray(0, firstChunk), pngChunk('eXIf', exif(orientation, false))],
      png.subarray(firstChunk),
    ]),
    webp: webpOf(
      webpChunk('VP8X', Buffer.from([8, 0, 0, 0, 59, 0, 0, 19, 0, 0])),
      webp.subarray(12),
      webpChunk('EXIF', named),
    ),
  };
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(Bun.hash.crc32(body));
  return Buffer.concat([length, body, check]);
}

export function webpChunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(data.byteLength, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.byteLength % 2)]);
}

export function webpOf(...chunks: Uint8Array[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/**
 * Returns the red, green, and blue values of the upper left corner. A PNG's first pixel needs no
 * filter.
 */
export async function cornerOf(image: Bun.Image): Promise<number[]> {
  const png = Buffer.from(await image.png().bytes());
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return [...pixels.subarray(1, 4)];
}

/** Returns the colors of the 4 corners. Each value is either bright or dark. */
export async function cornersOf(picture: Uint8Array): Promise<string[]> {
  const turned = [0, 90, 180, 270].map((degrees) => new Bun.Image(picture).rotate(degrees));
  const corners = await Promise.all(turned.map(cornerOf));
  return corners.map((color) => color.map((part) => (part > 127 ? 1 : 0)).join(''));
}
