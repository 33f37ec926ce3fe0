/** The company's logo, next to its name and on receipts. */
import * as z from 'zod/mini';
import { photoSchema } from './appointment/completion.schema';
import { homePhotoPath } from './home-photo';

/** A stored logo. Its ID is computed from its bytes, so browsers may keep it forever. */
export type Logo = { id: string; width: number; height: number };

/**
 * Maximum length of the longer side in pixels. The page shows it at 88 CSS pixels, and some screens have
 * three pixels for each of those.
 */
export const LOGO_SIDE = 264;

/** The attributes of the logo's `img` element. */
export type ShownLogo = { src: string; width: number; height: number };

/** Returns what a page needs to show the logo. Null without one. */
export const shownLogo = (logo: Logo | null): ShownLogo | null =>
  logo && { src: homePhotoPath(logo.id), width: logo.width, height: logo.height };

/** A change of the logo: a new one, or null to remove it. */
export const logoSchema = z.object({ logo: z.nullable(photoSchema) });
export type LogoInput = z.output<typeof logoSchema>;
