/** The longer side of a photo, in pixels. */
export const PHOTO_SIDE = 800;
/** The same of a photo that a driver's device sends while there is signal and room for it. */
export const LARGE_PHOTO_SIDE = 1600;
/** The quality of the JPEG, in percent. */
export const PHOTO_QUALITY = 60;

/** Refuses a picture that is small as a file and huge when it is unpacked. */
export const MAX_PHOTO_PIXELS = 40_000_000;

/**
 * The most scans of a progressive JPEG. Each makes the decoder pass over the whole picture, and a camera
 * writes about 10.
 */
export const MAX_PHOTO_SCANS = 100;

/** What helps where a photo of a phone's own format cannot be read. */
export const HEIC_UNREADABLE =
  'This photo could not be read. Choose JPEG ("Most Compatible") in the settings of the camera, and take it again.';

/** What people read if a photo wasn't stored. */
export const PHOTO_MESSAGES = {
  unreadable: 'Please select an image file.',
  later: "We can't read this photo right now. Please send it again in a minute.",
  mostOfOwner: "You're sending many photos at once. Please send this one again in a minute.",
  mostOfAll: 'Many photos are being sent to us right now. Please send this one again in a minute.',
} as const;

/** Whether a text is a photo as calls bring it. */
export const isPhoto = (text: string) => text.startsWith('data:image/');

/** Whether an input brings a photo, under whichever name. */
export const bringsPhoto = (input: unknown) =>
  Object.values(input ?? {}).some((value) => typeof value === 'string' && isPhoto(value));

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'];

/** Whether a file begins as HEIC does, the format of iPhones and some other phones. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  return text(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text(8, 12));
}
