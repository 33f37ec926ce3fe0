import type { Settings } from '@/server/config/deps';
import { isSigned, newToken, sign } from './tokens';

type Keys = Pick<Settings, 'appSecret' | 'formerSecrets' | 'emergency'>;

const PURPOSE = 'emergency session';
const signedText = (password: string, token: string) => `${password}:${token}`;

/**
 * Creates a session token signed with the emergency password. If that password is removed or
 * changed, the token is immediately invalid in every process. The browser can't read the password
 * from it.
 */
export function newEmergencyToken({ appSecret, emergency }: Keys): string {
  if (!emergency) throw new Error('emergency access is off');
  const token = newToken();
  return `${token}.${sign(appSecret, PURPOSE, signedText(emergency.password, token))}`;
}

/** True if a token was signed with the current emergency password. */
export function isEmergencyToken(keys: Keys, token: string): boolean {
  const { emergency } = keys;
  if (!emergency) return false;
  const [text = '', signature = ''] = token.split('.');
  return isSigned(keys, PURPOSE, signedText(emergency.password, text), signature);
}
