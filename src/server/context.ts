import type { Actor } from '@/domain/roles';
import type { Deps } from './deps';
import { actorOfKey } from './modules/api-keys/api-keys.usecases';
import { readManageToken } from './modules/appointments/manage-link';
import { guestCookie, readCookies, sessionCookie } from './modules/auth/cookies';
import { actorOfSession } from './modules/auth/sessions.usecases';
import type { Context } from './trpc/init';

/** Where a browser may hand in a guest's manage link explicitly; it wins over the cookies. */
export const MANAGE_HEADER = 'x-manage-token';

/** Everything a call knows of its caller. Cookies to set are added to `responseHeaders`. */
export async function createContext(
  deps: Deps,
  request: Request,
  call: { requestId: string; address: string | null },
  responseHeaders: Headers,
): Promise<Context> {
  const { secureCookies } = deps.settings;
  const cookies = readCookies(request.headers.get('cookie'), secureCookies);
  return {
    deps,
    actor: await actorOf(deps, request.headers.get(MANAGE_HEADER), cookies),
    request: {
      id: call.requestId,
      userAgent: request.headers.get('user-agent'),
      address: call.address,
    },
    cookies: {
      sessionToken: cookies.session,
      setSession: (session) =>
        responseHeaders.append('set-cookie', sessionCookie(session, secureCookies)),
      setGuest: (token) => responseHeaders.append('set-cookie', guestCookie(token, secureCookies)),
    },
  };
}

/**
 * The caller of `/api`, where an API key takes the place of a session. A key sets no cookies.
 * Throws `unauthenticated` for a key that is not valid.
 */
export async function createOutsideContext(
  deps: Deps,
  request: Request,
  call: { requestId: string; address: string | null },
  responseHeaders: Headers,
): Promise<Context> {
  const [, key] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const context = await createContext(deps, request, call, responseHeaders);
  if (key === undefined) return context;
  const { actor, scope } = await actorOfKey({ deps }, key);
  const cookies = { sessionToken: null, setSession: () => {}, setGuest: () => {} };
  return { ...context, actor, cookies, keyScope: scope };
}

async function actorOf(
  deps: Deps,
  manageHeader: string | null,
  cookies: { session: string | null; guest: string | null },
): Promise<Actor> {
  const token = manageHeader ?? cookies.guest;
  const appointmentId = token && readManageToken(deps, token);
  if (!manageHeader && cookies.session) {
    const actor = await actorOfSession({ deps }, cookies.session);
    if (actor.kind === 'user') return appointmentId ? { ...actor, guestOf: appointmentId } : actor;
  }
  return appointmentId ? { kind: 'guest', appointmentId } : { kind: 'visitor' };
}
