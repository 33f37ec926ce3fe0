/** Reads facts from a picture file without decoding it. */

/**
 * Counts how often a JPEG's decoder must go over the whole picture. Ordinary JPEGs have 1 to about
 * 10 scans. Returns 0 for other formats.
 */
export function scansOf(file: Buffer): number {
  if (!isJpeg(file)) return 0;
  let scans = 0;
  // Within a scan's data, each 0xFF is followed by 0. So every match is the start of a scan.
  for (let at = file.indexOf(START_OF_SCAN); at >= 0; at = file.indexOf(START_OF_SCAN, at + 2)) {
    scans += 1;
  }
  return scans;
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/**
 * Returns the EXIF orientation of a PNG or a WebP, from 1 (upright) to 8. The decoder handles a
 * JPEG's orientation, and a HEIC's own format contains it.
 */
export function orientationOf(file: Buffer): number {
  const exif = isPng(file) ? chunkOfPng(file, 'eXIf') : isWebp(file) ? chunkOfWebp(file) : null;
  return exif ? orientationIn(exif) : 1;
}

const isJpeg = (file: Buffer) => file[0] === 0xff && file[1] === 0xd8;
const isPng = (file: Buffer) => file.indexOf('\x89PNG\r\n\x1a\n', 0, 'latin1') === 0;
const isWebp = (file: Buffer) =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';

function chunkOfPng(file: Buffer, name: string): Buffer | null {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const data = file.subarray(at + 8, at + 8 + length);
    if (file.toString('latin1', at + 4, at + 8) === name) return data;
    at += 12 + length;
  }
  return null;
}

function chunkOfWebp(file: Buffer): Buffer | null {
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const data = file.subarray(at + 8, at + 8 + length);
    if (file.toString('latin1', at, at + 4) === 'EXIF') return withoutName(data);
    at += 8 + length + (length % 2);
  }
  return null;
}

/** Removes the segment name that EXIF has in a JPEG, because some programs also write it here. */
const withoutName = (data: Buffer) =>
  data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;

const ORIENTATION_TAG = 0x0112;

/** Returns the orientation in the first EXIF directory, or 1 if it's missing or broken. */
function orientationIn(exif: Buffer): number {
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const number = (at: number, bytes: 2 | 4) => {
    if (at + bytes > exif.length) return 0;
    return isLittle ? exif.readUIntLE(at, bytes) : exif.readUIntBE(at, bytes);
  };
  const directory = number(4, 4);
  const entries = number(directory, 2);
  for (let n = 0; n < entries; n += 1) {
    const at = directory + 2 + n * 12;
    if (number(at, 2) !== ORIENTATION_TAG) continue;
    const orientation = number(at + 8, 2);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}
