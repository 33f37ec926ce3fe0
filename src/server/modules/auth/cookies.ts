import { parseCookies, serializeCookie } from 'oslo/cookie';

/** A guest's key to a booking lives as long as the booking can matter. */
const GUEST_SECONDS = 60 * 86_400;

/** Names of our cookies; on https they carry __Host-, which binds them to this very host. */
function names(secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  return { session: `${prefix}dockside_session`, guest: `${prefix}dockside_guest` };
}

/** The two tokens a request carries, where it does. */
export function readCookies(header: string | null, secure: boolean) {
  const cookies = parseCookies(header ?? '');
  const { session, guest } = names(secure);
  return { session: cookies.get(session) ?? null, guest: cookies.get(guest) ?? null };
}

/** The Set-Cookie line that stores a session until `expiresAt` (ms), or removes it. */
export function sessionCookie(
  session: { token: string; expiresAt: number } | null,
  secure: boolean,
): string {
  return serializeCookie(names(secure).session, session?.token ?? '', {
    ...attributes(secure),
    expires: new Date(session?.expiresAt ?? 0),
  });
}

/** The Set-Cookie line that stores a guest's manage token. */
export function guestCookie(token: string, secure: boolean): string {
  return serializeCookie(names(secure).guest, token, {
    ...attributes(secure),
    maxAge: GUEST_SECONDS,
  });
}

const attributes = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const;
