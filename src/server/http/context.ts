import { NOBODY, PAGE_OF, SESSION_OF } from '@/domain/account/page-person';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import { DomainError } from '@/domain/errors';
import { type Actor, retiredDriverOf } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { callerOfKey } from '@/server/modules/api-keys/api-keys.usecases';
import { type KeptTokens, openedBy } from '@/server/modules/appointments/delivery-link';
import { openedIn, readKeys, writeKeys } from '@/server/modules/appointments/guest-keys';
import { type Caller, callerOfSession } from '@/server/modules/auth/actor-of-session.usecases';
import {
  deviceCookie,
  guestCookie,
  proofCookie,
  readCookies,
  sessionCookie,
} from '@/server/modules/auth/cookies';
import { newGuestToken, readGuestToken } from '@/server/modules/auth/tokens';
import type { Context } from '@/server/trpc/init';
import type { IncomingRequest } from './request-pipeline';

/** The header in which a program sends a guest's key. It takes precedence over the cookies. */
export const MANAGE_HEADER = 'x-manage-token';
/**
 * The header in which a delivery's page sends the token of its link, in addition to the session.
 */
export const LINK_HEADER = 'x-delivery-link';

/**
 * Creates the call behind a request.
 *
 * @param pageOf the page owner, for a request that can't name them in its headers
 */
export async function createContext(
  deps: Deps,
  incoming: IncomingRequest,
  pageOf: string | null = incoming.request.headers.get(PAGE_OF),
): Promise<Context> {
  const { request, requestId, address } = incoming;
  const read = readCookies(request.headers.get('cookie'), deps.settings.secureCookies);
  const kept: KeptTokens = { ...readKeys(deps, read), proofOf: read.proofOf };
  return {
    deps,
    ...(await callerOf(deps, sentBy(incoming, read.session), kept)),
    request: {
      ...{ id: requestId, userAgent: userAgentOf(request), address, pageOf },
      formerToken: read.session,
    },
    cookies: cookiesOf(deps, incoming, read, kept),
  };
}

/**
 * Returns the person who requests a page, by the cookies alone, and this browser's guest keys. A
 * page's answer sets no cookies.
 */
export async function pageCallerOf(
  deps: Deps,
  { headers }: Request,
): Promise<{ caller: Caller; kept: KeptTokens }> {
  const read = readCookies(headers.get('cookie'), deps.settings.secureCookies);
  const kept: KeptTokens = { ...readKeys(deps, read), proofOf: read.proofOf };
  const from = { session: read.session, address: null, link: null, isOnlyLink: false };
  return { caller: await callerOf(deps, from, kept), kept };
}

/** Provides a call's cookies: those that were sent, and those that the call sets. */
function cookiesOf(
  deps: Deps,
  { setCookie, setHeader }: IncomingRequest,
  read: ReturnType<typeof readCookies>,
  sent: KeptTokens,
): Context['cookies'] {
  const { secureCookies } = deps.settings;
  let kept = sent;
  let hasKeys = read.keys !== null;
  let guestId = read.guest && readGuestToken(deps, read.guest);
  const setKeys = (keys: readonly VisitorKey[]) => {
    kept = { ...kept, keys, oldLink: null };
    if (read.manage !== null) setCookie(guestCookie('manage', null, secureCookies));
    const value = keys.length === 0 ? null : writeKeys(deps, keys);
    if (value !== null || hasKeys) setCookie(guestCookie('keys', value, secureCookies));
    hasKeys = value !== null;
  };
  const dropProofs = (appointmentId?: string) => {
    for (const id of read.proven) {
      if (appointmentId !== undefined && id !== appointmentId) continue;
      setCookie(proofCookie(id, null, secureCookies));
    }
  };
  return {
    sessionToken: read.session,
    setSession(session) {
      setCookie(sessionCookie(session, secureCookies));
      setHeader(SESSION_OF, session?.userId ?? NOBODY);
    },
    get kept() {
      return kept;
    },
    setKeys,
    setProof: (id, proof) => setCookie(proofCookie(id, proof, secureCookies)),
    dropProofs,
    device: read.device,
    setDevice: (value) => setCookie(deviceCookie(value, secureCookies)),
    guestId() {
      if (guestId) return guestId;
      const made = newGuestToken(deps);
      setCookie(guestCookie('guest', made.token, secureCookies));
      guestId = made.id;
      return guestId;
    },
    forgetGuests() {
      setKeys([]);
      dropProofs();
      guestId = null;
      if (read.guest !== null) setCookie(guestCookie('guest', null, secureCookies));
    },
  };
}

/**
 * Creates the call behind a request to `/api`, which may have an API key instead of a session. A
 * call with a key sets no cookies.
 *
 * @throws unauthenticated if the key isn't valid
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
    kept: { keys: [], oldLink: null, proofOf: () => null },
    setKeys: () => {},
    setProof: () => {},
    dropProofs: () => {},
    forgetGuests: () => {},
    device: null,
    setDevice: () => {},
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

/** The user agent is stored with sessions and audit entries, so its length is limited. */
const MAX_USER_AGENT = 200;

const userAgentOf = ({ headers }: Request) =>
  headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;

/** Returns the request's API key, or undefined if there is none. */
function keyIn({ headers }: Request): string | undefined {
  const [, key] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return key;
}

/**
 * Returns who sent a request, by its session or API key, before its body is read. Null for an
 * unknown caller.
 */
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

/** The facts that identify a caller, in addition to this browser's guest keys. */
type Identity = {
  session: string | null;
  address: string | null;
  /** The token of a link, or null. */
  link: string | null;
  /** True if only the link decides who calls, and the session is ignored. */
  isOnlyLink: boolean;
};

function sentBy({ request, address }: IncomingRequest, session: string | null): Identity {
  const manage = request.headers.get(MANAGE_HEADER);
  const link = manage ?? request.headers.get(LINK_HEADER);
  return { session, address, link, isOnlyLink: Boolean(manage) };
}

async function callerOf(
  deps: Deps,
  { session: token, address, link, isOnlyLink }: Identity,
  kept: KeptTokens,
): Promise<Caller> {
  const [opened, session] = await Promise.all([
    link ? openedBy(deps, link, kept).then((one) => (one ? [one] : [])) : openedIn(deps, kept),
    !isOnlyLink && token ? callerOfSession({ deps }, token, address) : null,
  ]);
  const withLinks = (actor?: Actor): Actor => {
    if (actor?.kind === 'user') {
      const guestOf = opened.flatMap(({ whileSignedIn }) => whileSignedIn ?? []);
      return guestOf.length > 0 ? { ...actor, guestOf } : actor;
    }
    const retired = actor && retiredDriverOf(actor);
    const held = opened.map(({ whileSignedOut }) => whileSignedOut);
    return held.length > 0 ? { kind: 'guest', held, retired } : { kind: 'visitor', retired };
  };
  const linked = ({ actor, standing }: Caller): Caller => ({
    actor: withLinks(actor),
    standing: standing && { ...standing, renew: async () => linked(await standing.renew()) },
  });
  return session ? linked(session) : { actor: withLinks(), standing: null };
}
