import { expect, test } from 'bun:test';
import { FILE_TOO_LONG, MAX_PLACE_FILE } from '@/domain/places/place.schema';
import { readTextFile } from './read-text-file';

const read = (...parts: (string | Uint8Array<ArrayBuffer>)[]) =>
  readTextFile(new Blob(parts), { length: MAX_PLACE_FILE, tooLong: FILE_TOO_LONG });

test('UTF-8 and UTF-16 files are read as they are', async () => {
  expect(await read('name\nÉlan')).toEqual({ text: 'name\nÉlan', isOldEncoding: false });
  const utf16 = new Uint8Array([0xff, 0xfe, 0xc9, 0x00, 0x6c, 0x00]);
  expect(await read(utf16)).toEqual({ text: 'Él', isOldEncoding: false });
});

test('a file of an older Excel keeps its accents', async () => {
  const latin = new Uint8Array([0xc9, 0x6c, 0x61, 0x6e]);
  expect(await read(latin)).toEqual({ text: 'Élan', isOldEncoding: true });
});

test('a workbook and a file that’s too long are refused', async () => {
  expect(await read(new Uint8Array([0x50, 0x4b, 0x03, 0x00]))).toContain('This isn’t a CSV file.');
  expect(await read('x'.repeat(200_001))).toBe(FILE_TOO_LONG);
  expect(await read('x'.repeat(900_000))).toBe(FILE_TOO_LONG);
});
