import type { ErrorCode } from '@/domain/errors';
import { OUT_OF_ORDER, outOfOrder, TRY_AGAIN_SECONDS } from '@/server/modules/health/out-of-order';
import { onlyReads } from './safety';
import { LateError } from './time-limit';

const UNCERTAIN =
  'We don’t know yet whether this went through. Check in a few seconds before you try again.';

/**
 * Returns the error message if a call failed because the database is unavailable or slow. Null for
 * other failures.
 */
export function unavailableMessage(error: unknown, method: string): string | null {
  if (error instanceof LateError) return onlyReads(method) ? OUT_OF_ORDER : UNCERTAIN;
  return outOfOrder(error) ? OUT_OF_ORDER : null;
}

/** The reason and code of each refusal that comes before a call, and its number in tRPC. */
const REFUSALS = {
  400: { code: 'BAD_REQUEST', number: -32600, reason: 'invalid_input' },
  // Nothing was done, so a device can send it again with the same key.
  408: { code: 'TIMEOUT', number: -32008, reason: 'unavailable' },
  413: { code: 'PAYLOAD_TOO_LARGE', number: -32013, reason: 'too_large' },
  503: { code: 'SERVICE_UNAVAILABLE', number: -32603, reason: 'unavailable' },
} as const;

/** Creates the answer for a refusal before any procedure is called, in the format of the path. */
export function refusalAnswer(
  httpStatus: keyof typeof REFUSALS,
  given: { message: string; pathname: string; again?: number; reason?: ErrorCode },
): Response {
  const { code, number, ...usual } = REFUSALS[httpStatus];
  const { message, pathname, again, reason = usual.reason } = given;
  const details = again === undefined ? null : { retryAfterSeconds: again };
  const data = { code, httpStatus, reason, field: null, details };
  const body = pathname.startsWith('/api/trpc/')
    ? { error: { json: { message, code: number, data } } }
    : { message, reason, ...details };
  return Response.json(body, {
    status: httpStatus,
    headers: again === undefined ? {} : { 'retry-after': String(again) },
  });
}

/** Creates the answer (503) with that message. */
export const unavailableAnswer = (message: string, pathname: string): Response =>
  refusalAnswer(503, { message, pathname, again: TRY_AGAIN_SECONDS });
