import { NOBODY, PAGE_OF, SESSION_OF } from '@/domain/account/page-person';
import { DomainError } from '@/domain/errors';
import { type Actor, retiredDriverOf } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { callerOfKey } from '@/server/modules/api-keys/api-keys.usecases';
import { openedBy } from '@/server/modules/appointments/delivery-link';
import { type Caller, callerOfSession } from '@/server/modules/auth/actor-of-session.usecases';
import {
  deviceCookie,
  guestCookie,
  proofCookie,
  readCookies,
  sessionCookie,
} from '@/server/modules/auth/cookies';
import { newGuestToken, readGuestToken } from '@/server/modules/auth/guests';
import type { Context } from '@/server/trpc/init';
import type { IncomingRequest } from './request-pipeline';

/** The header in which a program sends a guest's key; it goes before the cookies. */
export const MANAGE_HEADER = 'x-manage-token';
/** The header in which a delivery's own page sends the token of its link, beside the session. */
export const LINK_HEADER = 'x-delivery-link';

/**
 * The call behind a request.
 *
 * @param pageOf whom the page shows, for a call that cannot say so in its headers
 */
export async function createContext(
  deps: Deps,
  incoming: IncomingRequest,
  pageOf: string | null = incoming.request.headers.get(PAGE_OF),
): Promise<Context> {
  const { secureCookies } = deps.settings;
  const { request, requestId, address, setCookie, setHeader } = incoming;
  const cookies = readCookies(request.headers.get('cookie'), secureCookies);
  let guestId = cookies.guest && readGuestToken(deps, cookies.guest);
  return {
    deps,
    ...(await callerOf(deps, incoming, cookies)),
    request: { id: requestId, userAgent: userAgentOf(request), address, pageOf },
    cookies: {
      sessionToken: cookies.session,
      setSession(session) {
        setCookie(sessionCookie(session, secureCookies));
        setHeader(SESSION_OF, session?.userId ?? NOBODY);
      },
      manage: cookies.manage,
      setManage: (token) => setCookie(guestCookie('manage', token, secureCookies)),
      proofOf: cookies.proofOf,
      setProof: (id, proof) => setCookie(proofCookie(id, proof, secureCookies)),
      device: cookies.device,
      setDevice: (value) => setCookie(deviceCookie(value, secureCookies)),
      knownGuestId: guestId || null,
      guestId() {
        if (guestId) return guestId;
        const made = newGuestToken(deps);
        setCookie(guestCookie('guest', made.token, secureCookies));
        guestId = made.id;
        return guestId;
      },
    },
  };
}

/**
 * The call behind a request to `/api`, where an API key takes the place of a session. A call with a
 * key sets no cookies. Throws `unauthenticated` for a key that is not valid.
 */
export async function createOutsideContext(
  deps: Deps,
  incoming: IncomingRequest,
): Promise<Context> {
  const key = keyIn(incoming.request);
  const context = await createContext(deps, incoming, null);
  if (key === undefined) return context;
  const { scope, extras, keyId, ...withKey } = await callerOfKey({ deps }, key);
  const cookies = {
    sessionToken: null,
    setSession: () => {},
    manage: null,
    setManage: () => {},
    proofOf: () => null,
    setProof: () => {},
    device: null,
    setDevice: () => {},
    knownGuestId: null,
    guestId: () => null,
  };
  return {
    ...context,
    ...withKey,
    cookies,
    keyScope: scope,
    keyExtras: extras,
    keyId,
  };
}

/** It's stored with sessions and audit entries. */
const MAX_USER_AGENT = 200;

const userAgentOf = ({ headers }: Request) =>
  headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;

/** The API key of a request; undefined without one. */
function keyIn({ headers }: Request): string | undefined {
  const [, key] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return key;
}

/** Who sent a request, as its session or its API key says before its body is read; null for a stranger. */
export async function signedInAs(deps: Deps, incoming: IncomingRequest): Promise<Actor | null> {
  const { request, address } = incoming;
  const { session } = readCookies(request.headers.get('cookie'), deps.settings.secureCookies);
  const caller = session ? await callerOfSession({ deps }, session, address) : null;
  if (caller && (caller.actor.kind === 'user' || retiredDriverOf(caller.actor)))
    return caller.actor;
  const key = keyIn(request);
  if (key === undefined) return null;
  return callerOfKey({ deps }, key).then(
    ({ actor }) => actor,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'unauthenticated') return null;
      throw error;
    },
  );
}

async function callerOf(
  deps: Deps,
  { request, address }: IncomingRequest,
  cookies: ReturnType<typeof readCookies>,
): Promise<Caller> {
  const manageHeader = request.headers.get(MANAGE_HEADER);
  const token = manageHeader ?? request.headers.get(LINK_HEADER) ?? cookies.manage;
  const [opened, session] = await Promise.all([
    token ? openedBy(deps, token, cookies) : null,
    !manageHeader && cookies.session ? callerOfSession({ deps }, cookies.session, address) : null,
  ]);
  const link = opened && { appointmentId: opened.row.id, provenBy: opened.provenBy };
  const withLink = (actor?: Actor): Actor => {
    if (actor?.kind === 'user') return link ? { ...actor, guestOf: link } : actor;
    const retired = actor && retiredDriverOf(actor);
    return link ? { kind: 'guest', ...link, retired } : { kind: 'visitor', retired };
  };
  const linked = ({ actor, standing }: Caller): Caller => ({
    actor: withLink(actor),
    standing: standing && { ...standing, renew: async () => linked(await standing.renew()) },
  });
  return session ? linked(session) : { actor: withLink(), standing: null };
}
