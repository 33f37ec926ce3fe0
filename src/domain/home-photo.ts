/** The owner's photo on the home page, in several sizes. */
import * as z from 'zod/mini';
import { photoSchema } from './appointment/completion.schema';
import { text } from './fields';

/** A stored size. Each upload has its own ID, so browsers may keep it forever. */
export type HomePhotoSize = { id: string; width: number; height: number };

/** The photo with its description, the largest size first. */
export type HomePhoto = { alt: string; sizes: HomePhotoSize[] };

/**
 * The longer sides in pixels. On a phone, the photo is as wide as the screen, and on other screens half as
 * wide. Many screens have two pixels for each CSS pixel.
 */
export const HOME_PHOTO_SIDES = [1600, 800, 480] as const;

/** The attributes of the photo's `img` element. */
export type ShownPhoto = {
  alt: string;
  src: string;
  srcSet: string;
  sizes: string;
  width: number;
  height: number;
  /** The photo is the largest part of the first screen, so the browser loads it first. */
  fetchPriority: 'high';
};

/** The photo's width on a phone, and on a wider screen. */
const SHOWN_SIZES = '(min-width: 640px) 50vw, 100vw';

/** Returns the public address of a size. */
export const homePhotoPath = (id: string) => `/photos/${id}.jpg`;

/** Returns the key of a size in the photo storage. */
export const homePhotoKey = (id: string) => `home/${id}.jpg`;

/** Returns the ID in a size's public address, or null for other addresses. */
export const homePhotoIdIn = (path: string): string | null =>
  /^\/photos\/([0-9a-f]{32})\.jpg$/.exec(path)?.[1] ?? null;

/** Returns what a page needs to show the photo. Null without a photo. */
export function shownPhoto(photo: HomePhoto | null): ShownPhoto | null {
  const [largest] = photo?.sizes ?? [];
  if (!photo || !largest) return null;
  return {
    alt: photo.alt,
    src: homePhotoPath(largest.id),
    srcSet: photo.sizes.map(({ id, width }) => `${homePhotoPath(id)} ${width}w`).join(', '),
    sizes: SHOWN_SIZES,
    width: largest.width,
    height: largest.height,
    fetchPriority: 'high',
  };
}

const MAX_ALT = 160;

export const HOME_PHOTO_MESSAGES = {
  alt: 'Describe the photo in a few words.',
  photo: 'Select a photo.',
} as const;

/** A change of the photo: a new one, null to remove it, or only its description. */
export const homePhotoSchema = z
  .object({ photo: z.nullish(photoSchema), alt: text(MAX_ALT) })
  .check(
    z.refine(({ photo, alt }) => photo === null || alt !== '', {
      path: ['alt'],
      error: HOME_PHOTO_MESSAGES.alt,
    }),
  );
export type HomePhotoInput = z.output<typeof homePhotoSchema>;
