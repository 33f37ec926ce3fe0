import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { MAX_PHOTO_SCANS } from '@/domain/photos';
import { HEIC_BASE64 } from '../../../../tests/support/heic';
import {
  cornersOf,
  fourCorners,
  jpegOfScans,
  lyingPictures,
  pngChunk,
  webpChunk,
  webpOf,
} from '../../../../tests/support/pictures';
import { createPictureDecoder } from './decoder';
import { PictureUnreadable } from './port';

const READER = join(import.meta.dir, '../../picture-reader.ts');
const decoder = createPictureDecoder(READER, { longestMs: 60_000, longestWaitMs: 60_000 });
const read = (picture: Uint8Array) => decoder.toJpeg(picture, { side: 800, owner: 'test' });

test('a PNG and a WebP come out upright like a JPEG, whatever their EXIF orientation', async () => {
  const seen = new Set<string>();
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const { jpeg, png, webp } = await lyingPictures(fourCorners(), orientation);
    const upright = await read(jpeg);
    seen.add((await cornersOf(upright.bytes)).join());
    const isTall = orientation > 4;
    expect([upright.width, upright.height]).toEqual(isTall ? [20, 60] : [60, 20]);
    for (const picture of [png, webp]) {
      const { width, height, bytes } = await read(picture);
      expect([orientation, width, height]).toEqual([orientation, upright.width, upright.height]);
      expect([orientation, await cornersOf(bytes)]).toEqual([
        ...[orientation, await cornersOf(upright.bytes)],
      ]);
    }
  }
  expect(seen.size).toBe(8);
}, 120_000);

test("a JPEG with too many scans is refused before it's decoded, and one with 100 is read", async () => {
  expect(await read(jpegOfScans(64, 48, MAX_PHOTO_SCANS))).toMatchObject({ width: 64, height: 48 });
  await expect(read(jpegOfScans(64, 48, MAX_PHOTO_SCANS + 1))).rejects.toThrow(PictureUnreadable);
}, 60_000);

const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const sized = (width: number, height: number) => {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  return pngChunk('IHDR', size);
};
const END = pngChunk('IEND', Buffer.alloc(0));
/** Creates a compressed file of 0.6 MB that unpacks to 600 MB of zeros. */
const bomb = () => deflateSync(Buffer.alloc(600_000_000), { level: 9 });
const heicOf = (side: number) => {
  const heic = Buffer.from(HEIC_BASE64, 'base64');
  heic.writeUInt16BE(side, 99);
  heic.writeUInt16BE(side, 101);
  heic.writeUInt32BE(side, 471);
  heic.writeUInt32BE(side, 475);
  return heic;
};

test.each<[string, () => Uint8Array]>([
  ['PNG of 40,000 × 40,000', () => Buffer.concat([PNG_HEAD, sized(40_000, 40_000), END])],
  [
    'WebP of 16,000 × 16,000',
    () => webpOf(webpChunk('VP8X', Buffer.from([0, 0, 0, 0, 0x7f, 0x3e, 0, 0x7f, 0x3e, 0]))),
  ],
  ['HEIC of 30,000 × 30,000', () => heicOf(30_000)],
  ['JPEG of 60,000 × 60,000', () => jpegOfScans(60_000, 60_000, 1).subarray(0, 200)],
  [
    'PNG whose color profile unpacks to 600 MB',
    () =>
      Buffer.concat([
        ...[PNG_HEAD, sized(1, 1), pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb()]))],
        ...[pngChunk('IDAT', deflateSync(Buffer.alloc(2))), END],
      ]),
  ],
  [
    'WebP of 5,000 frames',
    () => {
      const frame = webpChunk('ANMF', Buffer.alloc(40));
      const head = webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 63, 0, 0, 47, 0, 0]));
      return webpOf(head, webpChunk('ANIM', Buffer.alloc(6)), ...Array(5_000).fill(frame));
    },
  ],
])(
  'a %s is refused',
  async (_, picture) => {
    await expect(read(picture())).rejects.toThrow(PictureUnreadable);
  },
  60_000,
);

test('a PNG unpacks only what its pixels need, and an animated one becomes its first picture', async () => {
  const pixels = pngChunk('IDAT', bomb());
  const animation = pngChunk('acTL', Buffer.from([0, 1, 0, 0, 0, 0, 0, 0]));
  const picture = Buffer.concat([PNG_HEAD, sized(64, 48), animation, pixels, END]);
  expect(await read(picture)).toMatchObject({ width: 64, height: 48 });
}, 60_000);

test('a reader that takes too long is stopped, and the next picture is read', async () => {
  const endless = createPictureDecoder('data:text/javascript,for(;;);', { longestMs: 300 });
  const reading = endless.toJpeg(fourCorners(), { side: 800, owner: 'test' });
  await expect(reading).rejects.toThrow('the picture decoder exited with 137');
  expect(await read(fourCorners())).toMatchObject({ width: 60, height: 20 });
}, 60_000);
