import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { homePhotoKey } from '@/domain/home-photo';
import { LOGO_SIDE, type Logo, type LogoInput, type ShownLogo, shownLogo } from '@/domain/logo';
import type { AnyCall, Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { jpegOf, pictureIn, withStored } from '../photos/store-photo';
import { saveBusinessSettings, selectBusinessSettings } from './business-settings.repository';

/** Replaces or removes the company's logo. The replaced file is removed. */
export async function saveLogo(call: Call, input: LogoInput): Promise<{ logo: ShownLogo | null }> {
  const { db, clock, photos } = call.deps;
  const [present] = await selectBusinessSettings(db.orm);
  const after = input.logo === null ? null : await storeLogo(call, input.logo);
  const isNew = after !== null && present?.logo?.id !== after.id;
  const stored = isNew ? [{ storageKey: homePhotoKey(after.id) }] : [];
  const { before } = await withStored(call, stored, () =>
    retryOnConflict(async () => {
      const [read] = await selectBusinessSettings(db.orm);
      const before = read?.logo ?? null;
      if (before?.id === after?.id) return { before };
      await writeGuarded(db, {
        guard: saveBusinessSettings(db.orm, read, { logo: after, updatedAt: clock.now() }),
        audit: audit(call, {
          action: 'settings.logo_saved',
          before: { logo: before?.id ?? null },
          after: { logo: after?.id ?? null },
        }),
      });
      return { before };
    }),
  );
  if (before && before.id !== after?.id) await photos.remove(homePhotoKey(before.id));
  return { logo: shownLogo(after) };
}

/**
 * Another of the owner's pictures with the same pixels is stored as another file, so that each can be
 * removed.
 */
async function storeLogo(call: Call, dataUrl: string): Promise<Logo> {
  const { bytes, width, height } = await jpegOf(call, pictureIn(dataUrl), LOGO_SIDE);
  const id = new Bun.CryptoHasher('sha256').update('logo').update(bytes).digest('hex').slice(0, 32);
  await call.deps.photos.put(homePhotoKey(id), bytes);
  return { id, width, height };
}

/** Returns the logo's file for receipts, or null without a logo. */
export async function readLogoFile({ deps }: AnyCall): Promise<Uint8Array | null> {
  const [row] = await selectBusinessSettings(deps.db.orm);
  return row?.logo ? deps.photos.get(homePhotoKey(row.logo.id)) : null;
}
