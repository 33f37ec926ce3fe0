import { parseCookies, serializeCookie } from 'oslo/cookie';

/** A guest's manage token lives as long as the appointment can matter. */
const GUEST_SECONDS = 60 * 86_400;

/** The names of our cookies; on https the prefix __Host- binds them to this host. */
export function cookieNames(secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  return { session: `${prefix}dockside_session`, guest: `${prefix}dockside_guest` };
}

/** The session token and the manage token of a request; null where it has none. */
export function readCookies(header: string | null, secure: boolean) {
  const cookies = parseCookies(header ?? '');
  const { session, guest } = cookieNames(secure);
  return { session: cookies.get(session) ?? null, guest: cookies.get(guest) ?? null };
}

/** The Set-Cookie line that stores a session until `expiresAt` (ms), or removes it. */
export function sessionCookie(
  session: { token: string; expiresAt: number } | null,
  secure: boolean,
): string {
  return serializeCookie(cookieNames(secure).session, session?.token ?? '', {
    ...attributes(secure),
    expires: new Date(session?.expiresAt ?? 0),
  });
}

/** The Set-Cookie line that stores a guest's manage token. */
export function guestCookie(token: string, secure: boolean): string {
  return serializeCookie(cookieNames(secure).guest, token, {
    ...attributes(secure),
    maxAge: GUEST_SECONDS,
  });
}

const attributes = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const;
