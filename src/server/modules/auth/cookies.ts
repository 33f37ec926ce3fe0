import { serializeCookie } from 'oslo/cookie';
import { GUEST_KEYS_MS, KNOWN_DEVICE_MS, PHONE_PROOF_MS } from '@/domain/policy';

const seconds = (ms: number) => ms / 1000;

/** Returns our cookies' names. On HTTPS, the __Host- prefix binds them to this host. */
export function cookieNames(secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}dockside_session`,
    guest: `${prefix}dockside_guest`,
    keys: `${prefix}dockside_keys`,
    /** A cookie of an earlier release with one token. It's still read, and replaced by the list. */
    manage: `${prefix}dockside_manage`,
    device: `${prefix}dockside_device`,
    proof: `${prefix}dockside_proof_`,
  };
}

/** Reads a request's cookies. Missing ones are null. */
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
    /** The appointments the browser has a proof for. */
    proven: names.flatMap((name) =>
      name.startsWith(proofStart) ? decoded(name.slice(proofStart.length)) || [] : [],
    ),
  };
}

/**
 * Finds a cookie by its name. Names are compared in the form `serializeCookie` writes, because
 * another host could set one that only decodes to `__Host-…`. Cookies that aren't ours can contain
 * anything.
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

/** Returns the Set-Cookie line that stores a session until `expiresAt` (ms), or removes it. */
export function sessionCookie(
  session: { token: string; expiresAt: number } | null,
  secure: boolean,
): string {
  return serializeCookie(cookieNames(secure).session, session?.token ?? '', {
    ...attributes(secure),
    expires: new Date(session?.expiresAt ?? 0),
  });
}

/** Returns the Set-Cookie line for a guest's browser or its keys. Null removes the cookie. */
export function guestCookie(
  name: 'guest' | 'keys' | 'manage',
  value: string | null,
  secure: boolean,
): string {
  return serializeCookie(cookieNames(secure)[name], value ?? '', {
    ...attributes(secure),
    maxAge: value === null ? 0 : seconds(GUEST_KEYS_MS),
  });
}

/** Returns the Set-Cookie line for an appointment's proof. Null removes it. */
export function proofCookie(appointmentId: string, proof: string | null, secure: boolean): string {
  const name = `${cookieNames(secure).proof}${appointmentId}`;
  const maxAge = proof === null ? 0 : seconds(PHONE_PROOF_MS);
  return serializeCookie(name, proof ?? '', { ...attributes(secure), maxAge });
}

/** Returns the Set-Cookie line for a known device. */
export function deviceCookie(value: string, secure: boolean): string {
  return serializeCookie(cookieNames(secure).device, value, {
    ...attributes(secure),
    maxAge: seconds(KNOWN_DEVICE_MS),
  });
}

const attributes = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const;
