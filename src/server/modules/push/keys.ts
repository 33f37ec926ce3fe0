import type { Deps } from '@/server/config/deps';
import type { VapidKeys } from '@/server/ports/push/port';
import { seal, unseal } from '../auth/sealed';
import { secretsOf } from '../auth/tokens';
import { insertKeys, replaceKeys, selectKeys } from './push.repository';

const PURPOSE = 'push keys';

type KeyDeps = Pick<Deps, 'clock' | 'db' | 'push' | 'settings'>;

/**
 * Returns the key pair that identifies us to push services: the one from the environment, or the one
 * in the database, which is created the first time. If APP_SECRET was lost, a new pair replaces it,
 * and people turn notifications on again.
 */
export async function pushKeys(deps: KeyDeps): Promise<VapidKeys> {
  const { settings, db } = deps;
  if (settings.pushKeys) return settings.pushKeys;
  const [stored] = await selectKeys(db.orm);
  if (stored) {
    const { publicKey } = stored;
    for (const secret of secretsOf(settings)) {
      const privateKey = unseal(secret, PURPOSE, stored.privateKey);
      if (privateKey === null) continue;
      if (secret !== settings.appSecret) {
        const resealed = seal(settings.appSecret, PURPOSE, privateKey);
        await replaceKeys(db, stored, { privateKey: resealed });
      }
      return { publicKey, privateKey };
    }
  }
  const made = await deps.push.newKeys();
  const row = {
    publicKey: made.publicKey,
    privateKey: seal(settings.appSecret, PURPOSE, made.privateKey),
    createdAt: deps.clock.now(),
  };
  if (stored) await replaceKeys(db, stored, row);
  else await insertKeys(db, row);
  // Another process may have stored another pair first.
  const [kept] = await selectKeys(db.orm);
  const privateKey = kept && unseal(settings.appSecret, PURPOSE, kept.privateKey);
  return kept && privateKey ? { publicKey: kept.publicKey, privateKey } : made;
}
