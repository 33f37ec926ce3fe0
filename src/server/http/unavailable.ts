import type { ErrorCode } from '@/domain/errors';
import { OUT_OF_ORDER, outOfOrder, TRY_AGAIN_SECONDS } from '@/server/modules/health/out-of-order';
import { onlyReads } from './safety';
import { LateError } from './time-limit';

const UNCERTAIN =
  'We cannot tell yet whether this was done. Please look again in a few seconds before you repeat it.';

/** What people read where a call failed because the database is away or slow; null for other failures. */
export function unavailableMessage(error: unknown, method: string): string | null {
  if (error instanceof LateError) return onlyReads(method) ? OUT_OF_ORDER : UNCERTAIN;
  return outOfOrder(error) ? OUT_OF_ORDER : null;
}

/** How each refusal before a call is named to programs, and its number in tRPC. */
const REFUSALS = {
  400: { code: 'BAD_REQUEST', number: -32600, reason: 'invalid_input' },
  // Nothing was done: a device sends it again under the same key.
  408: { code: 'TIMEOUT', number: -32008, reason: 'unavailable' },
  413: { code: 'PAYLOAD_TOO_LARGE', number: -32013, reason: 'too_large' },
  503: { code: 'SERVICE_UNAVAILABLE', number: -32603, reason: 'unavailable' },
} as const;

/** A refusal before any procedure is called, in the form that callers of the path read. */
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

/** The answer (503) with that sentence. */
export const unavailableAnswer = (message: string, pathname: string): Response =>
  refusalAnswer(503, { message, pathname, again: TRY_AGAIN_SECONDS });
