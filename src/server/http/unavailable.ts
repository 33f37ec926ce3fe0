import { OUT_OF_ORDER, outOfOrder, TRY_AGAIN_SECONDS } from '@/server/modules/health/out-of-order';
import { LateError } from './in-time';
import { onlyReads } from './safety';

const UNCERTAIN =
  'We cannot tell yet whether this was done. Please look again in a few seconds before you repeat it.';
/** The number that tRPC gives every failure of a server. */
const SERVER_FAILED = -32603;

/** What people read where a call failed because the database is away or slow; null for other failures. */
export function unavailableMessage(error: unknown, method: string): string | null {
  if (error instanceof LateError) return onlyReads(method) ? OUT_OF_ORDER : UNCERTAIN;
  return outOfOrder(error) ? OUT_OF_ORDER : null;
}

/** The answer (503) with that sentence, in the form that callers of the path read. */
export function unavailableAnswer(message: string, pathname: string): Response {
  const retryAfterSeconds = TRY_AGAIN_SECONDS;
  const reason = 'unavailable';
  const body = pathname.startsWith('/api/trpc/')
    ? {
        error: {
          json: {
            message,
            code: SERVER_FAILED,
            data: {
              code: 'SERVICE_UNAVAILABLE',
              httpStatus: 503,
              reason,
              field: null,
              details: { retryAfterSeconds },
            },
          },
        },
      }
    : { message, reason, retryAfterSeconds };
  return Response.json(body, {
    status: 503,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
