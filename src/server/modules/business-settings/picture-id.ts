import type { Call } from '@/server/config/call';

/** How many of an ID's 32 hexadecimal digits come from the picture's pixels. */
const FROM_PIXELS = 16;

const hexOf = (content: string | Uint8Array) =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex');

/**
 * Returns the ID of a picture's file. Every upload has its own file, so that someone who replaces a
 * picture never removes the file of a person who uploads the same picture at that moment.
 */
export const pictureId = ({ deps }: Call, jpeg: Uint8Array): string =>
  hexOf(jpeg).slice(0, FROM_PIXELS) + hexOf(deps.ids.next()).slice(FROM_PIXELS, 32);

/** True if two files have the same pixels, or if there are none. */
export const isSamePicture = (one: string | undefined, other: string | undefined): boolean =>
  one?.slice(0, FROM_PIXELS) === other?.slice(0, FROM_PIXELS);
