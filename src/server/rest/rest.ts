import { TRPCError } from '@trpc/server';
import { createCaller } from '@/server/trpc';
import { type Context, publicMessage, refusalOf } from '@/server/trpc/init';
import { descriptionOf } from './descriptions';
import { etagOf } from './etag';
import { findRow, type RestRow } from './table';

/** A handler of `/api/*` over the same procedures, for outside callers. */
export function createRest() {
  return async (request: Request, url: URL, context: Context): Promise<Response> => {
    const found = findRow(request.method, url.pathname);
    if (!found) return Response.json({ message: 'There is no such call.' }, { status: 404 });
    if ('allowed' in found) {
      return Response.json(
        { message: `This path takes ${found.allowed.join(', ')}.` },
        { status: 405, headers: { allow: found.allowed.join(', ') } },
      );
    }
    const caller = callerOf(context, found.row);
    if (caller instanceof Response) return caller;
    const body = await readBody(request);
    if (body === undefined) {
      return Response.json({ message: 'The body is not valid JSON.' }, { status: 400 });
    }
    try {
      const result = await found.row.call(createCaller(caller), {
        body,
        params: found.params,
        query: url.searchParams,
        context: caller,
      });
      if (found.row.hasETag) return tagged(request, result ?? null);
      return Response.json(result ?? null, { status: found.row.status ?? 200 });
    } catch (error) {
      return failure(error);
    }
  };
}

/** As whom a call is made: an API key acts as staff, as a guest, or not at all (descriptions.ts). */
function callerOf(context: Context, row: RestRow): Context | Response {
  if (!context.keyScope) return context;
  const { keys } = descriptionOf(row) ?? {};
  const refuse = (message: string) => Response.json({ message }, { status: 403 });
  if (keys === 'none') return refuse('This call takes no API key.');
  if (context.keyScope === 'read' && row.method !== 'GET') {
    return refuse('This API key may only read.');
  }
  return keys === 'guest' ? { ...context, actor: { kind: 'visitor' } } : context;
}

/** An answer that callers may keep as long as they ask whether it still holds. */
function tagged(request: Request, result: unknown): Response {
  const text = JSON.stringify(result);
  const etag = etagOf(text);
  const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'application/json' };
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  const isKnown = known.some(
    (tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag,
  );
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
}

/** The body as an object; an empty one is `{}`, a broken one is undefined. */
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

/** `{message, …}` with the sentence for people and the status of the procedure's error. */
function failure(error: unknown): Response {
  if (!(error instanceof TRPCError)) throw error;
  const status = STATUS[error.code] ?? 500;
  const { reason, field, details } = refusalOf(error);
  return Response.json(
    {
      message: publicMessage(error),
      ...(reason && { reason }),
      ...(field && { field }),
      ...details,
    },
    { status, headers: retryAfterOf([error]) },
  );
}

/** How long to stay away, as a header, where a call was refused for being one too many. */
export function retryAfterOf(errors: readonly TRPCError[]): Record<string, string> {
  for (const error of errors) {
    const seconds = refusalOf(error).details?.retryAfterSeconds;
    if (typeof seconds === 'number') return { 'retry-after': String(seconds) };
  }
  return {};
}

const STATUS: Partial<Record<TRPCError['code'], number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};
