/** The longer side of a stored photo, in pixels. */
export const PHOTO_SIDE = 800;
/** The longer side of a photo from a driver's device that has good signal and enough storage. */
export const LARGE_PHOTO_SIDE = 1600;
/** JPEG quality, in percent. */
export const PHOTO_QUALITY = 60;

/** Rejects a picture that is a small file but huge when decoded. */
export const MAX_PHOTO_PIXELS = 40_000_000;

/**
 * Maximum number of scans in a progressive JPEG. The decoder processes the whole picture for each
 * scan, and a camera writes about 10.
 */
export const MAX_PHOTO_SCANS = 100;

/** The message for a photo in a phone's own format that we can't read. */
export const HEIC_UNREADABLE =
  'We couldn’t read this photo. Select JPEG (“Most Compatible”) in your camera settings, then take it again.';

/** The messages shown if a photo wasn't stored. */
export const PHOTO_MESSAGES = {
  unreadable: 'Please select an image file.',
  later: 'We can’t read this photo right now. Send it again in a minute.',
  mostOfOwner: 'You’re sending many photos at once. Send this one again in a minute.',
  mostOfAll: 'We’re getting a lot of photos right now. Send this one again in a minute.',
} as const;

/** True if text is a photo in the form that calls send, a data URL. */
export const isPhoto = (text: string) => text.startsWith('data:image/');

/** True if any field of an input is a photo. */
export const bringsPhoto = (input: unknown) =>
  Object.values(input ?? {}).some((value) => typeof value === 'string' && isPhoto(value));

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'];

/** True if a file starts like HEIC, the format of iPhones and some other phones. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  return text(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text(8, 12));
}
