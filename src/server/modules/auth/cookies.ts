import { serializeCookie } from 'oslo/cookie';
import { KNOWN_FOR_MS } from './known-devices';

/** A browser, and the keys of guests' deliveries, are known as long as a delivery can matter. */
const GUEST_SECONDS = 60 * 86_400;

/** How long a browser is spared the question for the phone number of an appointment. */
export const PROOF_SECONDS = 15 * 60;

/** A known device is kept as long as its notes count; browsers keep no cookie for longer. */
const DEVICE_SECONDS = KNOWN_FOR_MS / 1000;

/** The names of our cookies; on https the prefix __Host- binds them to this host. */
export function cookieNames(secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}dockside_session`,
    guest: `${prefix}dockside_guest`,
    keys: `${prefix}dockside_keys`,
    /** Of a release that kept one token: read, and replaced by the list. */
    manage: `${prefix}dockside_manage`,
    device: `${prefix}dockside_device`,
    proof: `${prefix}dockside_proof_`,
  };
}

/** The tokens of a request: its session, its browser, guests' deliveries, a known device; else null. */
export function readCookies(header: string | null, secure: boolean) {
  const { find, names } = cookiesIn(header ?? '');
  const { session, guest, keys, manage, device, proof } = cookieNames(secure);
  const proofStart = encodeURIComponent(proof);
  return {
    session: find(session),
    guest: find(guest),
    keys: find(keys),
    manage: find(manage),
    device: find(device),
    proofOf: (appointmentId: string) => find(`${proof}${appointmentId}`),
    /** The appointments that the browser has a proof for. */
    proven: names.flatMap((name) =>
      name.startsWith(proofStart) ? decoded(name.slice(proofStart.length)) || [] : [],
    ),
  };
}

/**
 * Finds a cookie by its name. Names are compared as `serializeCookie` writes them: another host could
 * set one that only reads like `__Host-…`. Cookies that are not ours may hold anything.
 */
function cookiesIn(header: string) {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  const values = new Map(pairs.map(([name = '', value = '']) => [name, value]));
  return {
    names: [...values.keys()],
    find: (name: string) => decoded(values.get(encodeURIComponent(name))),
  };
}

function decoded(value: string | undefined): string | null {
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
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

/**
 * The Set-Cookie line by which a browser is known again, or that keeps what it holds of guests'
 * deliveries. Null removes the cookie.
 */
export function guestCookie(
  name: 'guest' | 'keys' | 'manage',
  value: string | null,
  secure: boolean,
): string {
  return serializeCookie(cookieNames(secure)[name], value ?? '', {
    ...attributes(secure),
    maxAge: value === null ? 0 : GUEST_SECONDS,
  });
}

/** The Set-Cookie line of a proof for one appointment. Null removes it. */
export function proofCookie(appointmentId: string, proof: string | null, secure: boolean): string {
  const name = `${cookieNames(secure).proof}${appointmentId}`;
  const maxAge = proof === null ? 0 : PROOF_SECONDS;
  return serializeCookie(name, proof ?? '', { ...attributes(secure), maxAge });
}

/** The Set-Cookie line of a device on which accounts have signed in. */
export function deviceCookie(value: string, secure: boolean): string {
  return serializeCookie(cookieNames(secure).device, value, {
    ...attributes(secure),
    maxAge: DEVICE_SECONDS,
  });
}

const attributes = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const;
