import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import {
  HOME_PHOTO_MESSAGES,
  HOME_PHOTO_SIDES,
  type HomePhoto,
  type HomePhotoInput,
  type HomePhotoSize,
  homePhotoKey,
  type ShownPhoto,
  shownPhoto,
} from '@/domain/home-photo';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { jpegOf, pictureIn, withStored } from '../photos/store-photo';
import { saveBusinessSettings, selectBusinessSettings } from './business-settings.repository';
import { isSamePicture, pictureId } from './picture-id';

/**
 * Replaces the photo on the home page, removes it, or changes its description. Replaced files are
 * removed. The present photo with its description again changes nothing.
 *
 * @throws `invalid_input` if there's no photo to describe
 */
export async function saveHomePhoto(
  call: Call,
  input: HomePhotoInput,
): Promise<{ photo: ShownPhoto | null }> {
  const { db, clock, photos } = call.deps;
  // The first read also counts the photo, so too many of them are refused before they're decoded.
  await selectBusinessSettings(db.orm);
  const sizes = input.photo ? await storeSizes(call, input.photo) : null;
  const stored = (sizes ?? []).map(({ id }) => ({ storageKey: homePhotoKey(id) }));
  let before: HomePhoto | null = null;
  let after: HomePhoto | null = null;
  const isWritten = await withStored(call, stored, () =>
    retryOnConflict(async () => {
      const [read] = await selectBusinessSettings(db.orm);
      before = read?.homePhoto ?? null;
      after = changed(before, input, sizes);
      const isSame =
        before?.alt === after?.alt &&
        (!sizes || (await isSamePicture(call, idsOf(before)[0], sizes[0]?.id)));
      if (isSame) return false;
      await writeGuarded(db, {
        guard: saveBusinessSettings(db.orm, read, { homePhoto: after, updatedAt: clock.now() }),
        audit: audit(call, {
          action: 'settings.photo_saved',
          before: auditValues(before),
          after: auditValues(after),
        }),
      });
      return true;
    }),
  );
  if (!isWritten) return { photo: shownPhoto(before) };
  const shown = new Set(idsOf(after));
  const gone = idsOf(before).filter((id) => !shown.has(id));
  await Promise.all(gone.map((id) => photos.remove(homePhotoKey(id))));
  return { photo: shownPhoto(after) };
}

const idsOf = (photo: HomePhoto | null) => photo?.sizes.map(({ id }) => id) ?? [];

function changed(
  before: HomePhoto | null,
  { photo, alt }: HomePhotoInput,
  sizes: HomePhotoSize[] | null,
): HomePhoto | null {
  if (photo === null) return null;
  const shown = sizes ?? before?.sizes;
  if (!shown) {
    throw new DomainError('invalid_input', HOME_PHOTO_MESSAGES.photo, { field: 'photo' });
  }
  return { alt, sizes: shown };
}

const auditValues = (photo: HomePhoto | null) => ({
  photo: photo?.sizes[0]?.id ?? null,
  alt: photo?.alt ?? null,
});

/** Stores a photo in all sizes. A small photo has fewer of them. */
async function storeSizes(call: Call, dataUrl: string): Promise<HomePhotoSize[]> {
  const sizes: HomePhotoSize[] = [];
  let picture = pictureIn(dataUrl);
  for (const side of HOME_PHOTO_SIDES) {
    const { bytes, width, height } = await jpegOf(call, picture, side);
    if (sizes.some((size) => size.width === width)) continue;
    const id = pictureId(call, bytes);
    await call.deps.photos.put(homePhotoKey(id), bytes);
    sizes.push({ id, width, height });
    // The next size is made from this one, which is faster to read.
    picture = bytes;
  }
  return sizes;
}
