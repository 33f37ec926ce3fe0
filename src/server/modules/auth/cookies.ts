import { parseCookies, serializeCookie } from 'oslo/cookie';
import { KNOWN_FOR_MS } from './known-devices';

/** A browser, and a guest's manage token, are known as long as the appointment can matter. */
const GUEST_SECONDS = 60 * 86_400;

/** How long a browser is spared the question for the phone number of an appointment (D99). */
export const PROOF_SECONDS = 15 * 60;

/** A known device (D77) is kept as long as its notes count; browsers keep no cookie for longer. */
const DEVICE_SECONDS = KNOWN_FOR_MS / 1000;

/** The names of our cookies; on https the prefix __Host- binds them to this host. */
export function cookieNames(secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}dockside_session`,
    guest: `${prefix}dockside_guest`,
    manage: `${prefix}dockside_manage`,
    device: `${prefix}dockside_device`,
    proof: `${prefix}dockside_proof_`,
  };
}

/** The tokens of a request: its session, its browser, a guest's appointment, a known device; else null. */
export function readCookies(header: string | null, secure: boolean) {
  const cookies = parseCookies(header ?? '');
  const { session, guest, manage, device, proof } = cookieNames(secure);
  return {
    session: cookies.get(session) ?? null,
    guest: cookies.get(guest) ?? null,
    manage: cookies.get(manage) ?? null,
    device: cookies.get(device) ?? null,
    proofOf: (appointmentId: string) => cookies.get(`${proof}${appointmentId}`) ?? null,
  };
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

/** The Set-Cookie line by which a browser is known again, or that keeps a guest's manage token. */
export function guestCookie(name: 'guest' | 'manage', token: string, secure: boolean): string {
  return serializeCookie(cookieNames(secure)[name], token, {
    ...attributes(secure),
    maxAge: GUEST_SECONDS,
  });
}

/** The Set-Cookie line of a proof for one appointment. */
export function proofCookie(appointmentId: string, proof: string, secure: boolean): string {
  const name = `${cookieNames(secure).proof}${appointmentId}`;
  return serializeCookie(name, proof, { ...attributes(secure), maxAge: PROOF_SECONDS });
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
