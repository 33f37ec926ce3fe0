import type { Settings } from '@/server/config/deps';
import { isSigned, newToken, sign } from './tokens';

type Keys = Pick<Settings, 'appSecret' | 'formerSecrets' | 'emergency'>;

const PURPOSE = 'emergency session';
const signedText = (password: string, token: string) => `${password}:${token}`;

/**
 * A session token that carries our signature over the emergency password. It is void in every process
 * as soon as that password is taken away or changed, and the browser cannot read it from it.
 */
export function newEmergencyToken({ appSecret, emergency }: Keys): string {
  if (!emergency) throw new Error('emergency access is off');
  const token = newToken();
  return `${token}.${sign(appSecret, PURPOSE, signedText(emergency.password, token))}`;
}

/** Whether a token was signed with the emergency password of now. */
export function isEmergencyToken(keys: Keys, token: string): boolean {
  const { emergency } = keys;
  if (!emergency) return false;
  const [text = '', signature = ''] = token.split('.');
  return isSigned(keys, PURPOSE, signedText(emergency.password, text), signature);
}
