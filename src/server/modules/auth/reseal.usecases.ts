import type { AnyCall } from '@/server/config/call';
import { selectSealed, storeSealed } from './factors.repository';
import { resealed } from './totp';

/**
 * Reseals the apps' secrets that a former `APP_SECRET` sealed, so that the former one can be
 * removed. The log line shows how many secrets couldn't be resealed.
 */
export async function resealApps({ deps }: AnyCall): Promise<void> {
  const { db, log, settings } = deps;
  if (settings.formerSecrets.length === 0) return;
  const apps = (await selectSealed(db.orm)).flatMap(({ id, totpSecret }) =>
    totpSecret === null ? [] : [{ id, totpSecret, outcome: resealed(settings, totpSecret) }],
  );
  const changed = apps.flatMap(({ id, totpSecret, outcome }) =>
    typeof outcome === 'string' ? [] : [{ row: { id, totpSecret }, text: outcome.text }],
  );
  if (changed.length > 0) {
    await db.batch((orm) => changed.map(({ row, text }) => storeSealed(orm, row, text)));
  }
  const lost = apps.filter(({ outcome }) => outcome === 'lost').length;
  log.info('authenticator secrets are sealed with the new APP_SECRET', {
    count: apps.length - lost,
    resealed: changed.length,
    lost,
  });
}
