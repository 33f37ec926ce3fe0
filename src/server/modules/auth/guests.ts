import type { Deps } from '@/server/config/deps';
import { isSigned, sign } from './tokens';

const PURPOSE = 'guest';

/** The value of the cookie by which a browser is known again: an id and our signature over it. */
export function newGuestToken({ ids, settings }: Pick<Deps, 'ids' | 'settings'>): {
  id: string;
  token: string;
} {
  const id = ids.next();
  return { id, token: `${id}.${sign(settings.appSecret, PURPOSE, id)}` };
}

/** The id of the browser that a token names, or null when we did not sign it. */
export function readGuestToken({ settings }: Pick<Deps, 'settings'>, token: string): string | null {
  const dot = token.indexOf('.');
  if (dot < 1 || token.length > 200) return null;
  const id = token.slice(0, dot);
  return isSigned(settings, PURPOSE, id, token.slice(dot + 1)) ? id : null;
}
