import { grants, type KeyExtra } from '@/domain/access/access.schema';
import { isEmergency } from '@/domain/account/emergency';
import { PAGE_OF_PARAM, requirePageOf } from '@/domain/account/page-person';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import { deliveryRoleOf } from '@/domain/staff/areas';
import { createCaller } from '@/server/trpc';
import { requireAccess } from '@/server/trpc/access';
import { requireProof } from '@/server/trpc/confirmed';
import { type Context, requireEmergencyWork } from '@/server/trpc/init';
import { withoutPeople } from './described.schema';
import { failure, refused } from './errors';
import { etagOf } from './etag';
import type { Operation } from './operation';
import { type AnyOperation, accessOf, emergencyWorkOf, findOperation } from './table';

/** Answers a call of `/api`, with the same procedures that the pages use. */
export async function answerRest(request: Request, url: URL, caller: Context): Promise<Response> {
  const role = caller.actor.kind === 'user' ? deliveryRoleOf(caller.actor.role) : null;
  const found = findOperation(request.method, url.pathname, role);
  if (!found) return refused(404, 'We couldn’t find that call.');
  if ('allowed' in found) {
    const allow = found.allowed.join(', ');
    return refused(405, `Use ${allow} for this path.`, { allow });
  }
  const { operation, params } = found;
  const { [PAGE_OF_PARAM]: pageOf = null, ...query } = Object.fromEntries(url.searchParams);
  const requestContext = contextFor(operation, caller, query);
  if (requestContext instanceof Response) return requestContext;
  const seesPeople = mayUse('people', caller);
  try {
    // A download has none of our headers, so its address names the page owner.
    if (operation.needs === 'export') requirePageOf(requestContext.actor, pageOf);
    const context = await withAccess(operation, requestContext);
    for (const work of emergencyWorkOf(operation)) await requireEmergencyWork(context, work);
    if ('respond' in operation) {
      if (operation.needs === 'export' && context.actor.kind === 'user') {
        await requireProof({ ...context, actor: context.actor });
      }
      return await operation.respond({ context, request, params, query });
    }
    const body = await readBody(request);
    if (body === undefined) return refused(400, 'The body isn’t valid JSON.');
    const version = operation.takesVersion && versionIn(request.headers.get('if-match'));
    const answer = await operation.run(createCaller(context), { params, query, body, version });
    return json(request, operation, seesPeople ? answer : withoutPeople(operation.answer, answer));
  } catch (error) {
    return failure(error, seesPeople);
  }
}

/**
 * Returns the context of a caller who may make the call. A remembered session is read again if the
 * caller would be refused, or if no procedure checks the session later.
 */
async function withAccess(operation: AnyOperation, context: Context): Promise<Context> {
  const { standing, actor } = context;
  const refused = accessRefusal(operation, actor);
  const mustBeRead = refused || 'respond' in operation || isEmergency(actor);
  if (standing && !standing.wasRead && mustBeRead)
    return withAccess(operation, { ...context, ...(await standing.renew()) });
  if (refused) throw refused;
  return context;
}

function accessRefusal(operation: AnyOperation, actor: Actor): unknown {
  try {
    for (const access of accessOf(operation)) requireAccess(actor, access);
    return null;
  } catch (refusal) {
    return refusal;
  }
}

/** True if a call may use an extra scope. Scopes only limit API keys, because people have roles. */
const mayUse = (extra: KeyExtra, { keyScope, keyExtras = [] }: Context) =>
  keyScope === undefined || grants(keyExtras, extra);

/** Decides how an API key acts: as staff, as a visitor, or not at all. */
function contextFor(
  { keys, method, needs, findsPeopleBy = [] }: AnyOperation,
  context: Context,
  query: Record<string, string>,
): Context | Response {
  if (!context.keyScope) return context;
  if (keys === 'none') return refused(403, 'You can’t use an API key for this call.');
  if (context.keyScope === 'read' && method !== 'GET') {
    return refused(403, 'This API key can only read. Use one with the write scope.');
  }
  const needed = findsPeopleBy.some((name) => query[name]) ? 'people' : needs;
  if (needed && !mayUse(needed, context)) {
    return refused(403, `This API key lacks the ${needed} scope.`);
  }
  if (keys !== 'visitor') return context;
  return { ...context, actor: { kind: 'visitor' }, standing: null };
}

/** Sends the answer as JSON, or 304 if the caller already has the version with this ETag. */
function json(request: Request, { status, hasETag }: Operation, answer: unknown): Response {
  if (!hasETag) return Response.json(answer, { status });
  const text = JSON.stringify(answer);
  const etag = etagOf(text);
  const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'application/json' };
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  const isKnown = known.some(
    (tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag,
  );
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
}

/** Reads the version in If-Match, or undefined if any version is fine. @throws invalid_input */
function versionIn(ifMatch: string | null): number | undefined {
  if (ifMatch === null || ifMatch.trim() === '*') return undefined;
  const [, digits] = /^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(ifMatch) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new DomainError('invalid_input', 'Send one appointment version in If-Match.');
}

/** Reads the body as an object: `{}` if it's empty, undefined if it's broken. */
async function readBody(request: Request): Promise<Record<string, unknown> | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const text = await request.text();
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
