import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { homePhotoKey } from '@/domain/home-photo';
import { LOGO_SIDE, type Logo, type LogoInput, type ShownLogo, shownLogo } from '@/domain/logo';
import type { AnyCall, Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { jpegOf, pictureIn, withStored } from '../photos/store-photo';
import { saveBusinessSettings, selectBusinessSettings } from './business-settings.repository';
import { isSamePicture, pictureId } from './picture-id';

/**
 * Replaces or removes the company's logo. The replaced file is removed. The present logo again
 * changes nothing.
 */
export async function saveLogo(call: Call, input: LogoInput): Promise<{ logo: ShownLogo | null }> {
  const { db, clock, photos } = call.deps;
  // The first read also counts the picture, so too many of them are refused before they're decoded.
  await selectBusinessSettings(db.orm);
  const after = input.logo === null ? null : await storeLogo(call, input.logo);
  const stored = after ? [{ storageKey: homePhotoKey(after.id) }] : [];
  let before: Logo | null = null;
  const isWritten = await withStored(call, stored, () =>
    retryOnConflict(async () => {
      const [read] = await selectBusinessSettings(db.orm);
      before = read?.logo ?? null;
      if (await isSamePicture(call, before?.id, after?.id)) return false;
      await writeGuarded(db, {
        guard: saveBusinessSettings(db.orm, read, { logo: after, updatedAt: clock.now() }),
        audit: audit(call, {
          action: 'settings.logo_saved',
          before: { logo: before?.id ?? null },
          after: { logo: after?.id ?? null },
        }),
      });
      return true;
    }),
  );
  if (!isWritten) return { logo: shownLogo(before) };
  if (before) await photos.remove(homePhotoKey((before as Logo).id));
  return { logo: shownLogo(after) };
}

async function storeLogo(call: Call, dataUrl: string): Promise<Logo> {
  const { bytes, width, height } = await jpegOf(call, pictureIn(dataUrl), LOGO_SIDE);
  const id = pictureId(call, bytes);
  await call.deps.photos.put(homePhotoKey(id), bytes);
  return { id, width, height };
}

/** Returns the logo's file for receipts, or null without a logo. */
export async function readLogoFile({ deps }: AnyCall): Promise<Uint8Array | null> {
  const [row] = await selectBusinessSettings(deps.db.orm);
  return row?.logo ? deps.photos.get(homePhotoKey(row.logo.id)) : null;
}
