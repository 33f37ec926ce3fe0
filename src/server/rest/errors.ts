import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import * as z from 'zod/mini';
import { CONFIRM_METHODS, FACTOR_KINDS } from '@/domain/account/second-factor';
import { SHOWN_DOUBTS } from '@/domain/appointment/shown-order';
import { APPOINTMENT_STATUSES } from '@/domain/appointment/status';
import { DomainError, ERROR_CODES } from '@/domain/errors';
import { DOUBTS } from '@/domain/order/plausibility';
import { LINE_NAMES, PRICE_LINES, type PriceLine } from '@/domain/pricing/quote';
import { METER_DOUBT } from '@/domain/trucks/ticket';
import { publicMessage, refusalOf, toTransportError } from '@/server/trpc/init';
import { count, described, instant, named, personal, withoutPeople } from './described.schema';

const status = z.optional(z.enum(APPOINTMENT_STATUSES));

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const conflictChange = named(
  'MeanwhileChange',
  z.object({
    field: z.string(),
    from: personal(value),
    to: personal(value),
    who: personal(z.string()),
    when: z.nullable(instant),
  }),
  'A field that another call changed after the version you read.',
);

const linesOfTotal = Object.fromEntries(
  PRICE_LINES.map((line) => [LINE_NAMES[line], z.optional(z.number())]),
) as Record<(typeof LINE_NAMES)[PriceLine], z.ZodMiniOptional<z.ZodMiniNumber>>;

/** The answer to every refused call of `/api`. */
export const errorAnswer = named(
  'Error',
  z.object({
    message: described(z.string(), 'What went wrong, in sentences that people can read.'),
    reason: z.optional(z.enum(ERROR_CODES)),
    field: z.optional(described(z.string(), 'The input field with the problem.')),
    retryAfterSeconds: z.optional(
      described(count, 'With 429 and 503: the number of seconds to wait.'),
    ),
    remainingAmount: z.optional(
      described(z.number(), 'The current balance in dollars, if the call sent a different amount.'),
    ),
    version: z.optional(described(count, 'With changed_meanwhile: the current version.')),
    changes: z.optional(
      described(
        z.array(conflictChange),
        'With changed_meanwhile: the fields that another call changed.',
      ),
    ),
    total: z.optional(
      described(
        z.number(),
        'The total in dollars, for the reason needs_confirmation. Repeat the call with it as confirmedTotal, or as expectedTotal if that’s the field.',
      ),
    ),
    lines: z.optional(described(z.object(linesOfTotal), 'The lines of the total, in dollars.')),
    doubts: z.optional(
      described(
        z.array(z.enum([...DOUBTS, ...SHOWN_DOUBTS, METER_DOUBT])),
        'Why the figures look like a typo, or why the order no longer matches them.',
      ),
    ),
    challenge: z.optional(
      described(z.string(), 'With second_factor: send it once with the proof, within 10 minutes.'),
    ),
    methods: z.optional(
      described(
        z.array(z.enum(CONFIRM_METHODS)),
        'With second_factor and confirm_identity: the ways to verify.',
      ),
    ),
    enrol: z.optional(
      described(
        z.array(z.enum(FACTOR_KINDS)),
        'With second_factor: the methods to set up first, on the sign-in page.',
      ),
    ),
    needsReason: z.optional(
      described(z.boolean(), 'True if you can repeat the call with noCardReason.'),
    ),
    from: described(status, 'The current status of the appointment.'),
    to: described(status, 'The status it can’t change to.'),
  }),
);

/** A refusal before any procedure is called. It has only a message. */
export function refused(status: number, message: string, headers?: HeadersInit): Response {
  return Response.json({ message }, { status, headers });
}

/**
 * The answer to a failed call. An error that is neither ours nor tRPC's is thrown again.
 *
 * @param seesPeople false for an API key without that scope
 */
export function failure(error: unknown, seesPeople = true): Response {
  const known = error instanceof DomainError ? toTransportError(error) : error;
  if (!(known instanceof TRPCError)) throw known;
  const { reason, field, details } = refusalOf(known);
  const answer = z.parse(errorAnswer, {
    ...details,
    message: publicMessage(known),
    reason: reason ?? undefined,
    field: field ?? undefined,
  });
  const status = getHTTPStatusCodeFromError(known);
  const shown = seesPeople ? answer : withoutPeople(errorAnswer, answer);
  return Response.json(shown, { status, headers: retryAfterOf([known]) });
}

/** The header with the time to wait after too many calls. */
export function retryAfterOf(errors: readonly TRPCError[]): Record<string, string> {
  for (const error of errors) {
    const seconds = refusalOf(error).details?.retryAfterSeconds;
    if (typeof seconds === 'number') return { 'retry-after': String(seconds) };
  }
  return {};
}
