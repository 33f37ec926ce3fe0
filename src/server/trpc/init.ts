import { initTRPC, TRPCError } from '@trpc/server';
import * as z from 'zod/mini';
import type { KeyScope } from '@/domain/access/schemas';
import { DomainError, type ErrorCode, SENTENCES } from '@/domain/errors';
import type { Actor, Role, UserActor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { errorFields } from '@/server/log';
import { envelope } from './envelope';

/** What a procedure knows of its caller. */
export type Context = {
  deps: Deps;
  actor: Actor;
  request: {
    id: string;
    userAgent: string | null;
    /** Where the call comes from, as far as our own proxies tell; null when nobody knows. */
    address: string | null;
  };
  /** What the API key of this call may do; none on calls of people. */
  keyScope?: KeyScope;
  /** Hands tokens to the caller's cookies; null takes them away. */
  cookies: {
    sessionToken: string | null;
    setSession(session: { token: string; expiresAt: number } | null): void;
    setGuest(token: string): void;
  };
};

/** Who may call a procedure; every one says so, and a test compares all of them with a table. */
export type Access = 'anyone' | 'signed-in' | 'owner' | readonly Role[];
export type Meta = { access: Access };

const CODES: Record<ErrorCode, TRPCError['code']> = {
  invalid_input: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  slot_taken: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  rate_limited: 'TOO_MANY_REQUESTS',
  payment_failed: 'PAYMENT_REQUIRED',
  unavailable: 'SERVICE_UNAVAILABLE',
};

const UNEXPECTED = 'Something went wrong on our side. Please try again.';

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: envelope,
    isDev: false,
    // Below the idle limits of Bun (10 s) and of common proxies; a page that hears nothing for
    // longer connects again.
    sse: {
      ping: { enabled: true, intervalMs: 5_000 },
      maxDurationMs: 15 * 60_000,
      client: { reconnectAfterInactivityMs: 15_000 },
    },
    errorFormatter({ shape, error }) {
      return {
        ...shape,
        message: publicMessage(error),
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path,
          ...refusalOf(error),
        },
      };
    },
  });

/** The sentence people read. What we did not foresee says nothing of itself. */
export function publicMessage(error: TRPCError): string {
  if (error.cause instanceof z.core.$ZodError) {
    return error.cause.issues[0]?.message ?? 'That input is not valid.';
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') return UNEXPECTED;
  if (error.cause instanceof SyntaxError) return 'That input is not valid.';
  return error.message;
}

/** What a client may act on: our own code, finer than the transport's, the field, and data. */
export function refusalOf({ cause }: TRPCError) {
  const refusal = cause instanceof DomainError ? cause : undefined;
  const invalid = cause instanceof z.core.$ZodError ? cause : undefined;
  const reason: ErrorCode | null = refusal?.code ?? (invalid ? 'invalid_input' : null);
  return {
    reason,
    field: refusal?.field ?? invalid?.issues[0]?.path.join('.') ?? null,
    details: refusal?.details ?? null,
  };
}

/** The one place where a failure becomes a transport error. */
export function toTransportError(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  if (error instanceof DomainError) {
    return new TRPCError({ code: CODES[error.code], message: error.message, cause: error });
  }
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: UNEXPECTED, cause: error });
}

const translated = t.procedure.use(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  const known = cause === undefined ? result.error : toTransportErrorOf(result.error);
  if (known.code === 'INTERNAL_SERVER_ERROR') {
    ctx.deps.log.error('a call failed', {
      request: ctx.request.id,
      path,
      ...errorFields(cause ?? result.error),
    });
  }
  throw known;
});

/** tRPC wraps what a resolver throws; what it wrapped decides, unless tRPC itself refused the call. */
function toTransportErrorOf(error: TRPCError): TRPCError {
  return error.code === 'INTERNAL_SERVER_ERROR' && error.cause
    ? toTransportError(error.cause)
    : error;
}

function requireUser(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor;
  throw new DomainError('unauthenticated', 'Please sign in first.');
}

/** Anybody, signed in or not. */
export const anyone = translated.meta({ access: 'anyone' });

/** The owner of a booking: a signed-in customer, or a guest with its link. The use case checks which. */
export const owner = translated.meta({ access: 'owner' }).use(({ ctx, next }) => {
  if (ctx.actor.kind === 'visitor') {
    throw toTransportError(new DomainError('unauthenticated', SENTENCES.signInFirst));
  }
  return next();
});

/** Any signed-in user. */
export const signedIn = translated
  .meta({ access: 'signed-in' })
  .use(({ ctx, next }) => next({ ctx: { actor: requireUser(ctx.actor) } }));

const withRole = (...roles: Role[]) =>
  translated.meta({ access: roles }).use(({ ctx, next }) => {
    const actor = requireUser(ctx.actor);
    if (!roles.includes(actor.role)) throw new DomainError('forbidden', SENTENCES.notAllowed);
    return next({ ctx: { actor } });
  });

/** Admins only. */
export const admin = withRole('admin');
/** Admins, and drivers on their own deliveries. */
export const crew = withRole('admin', 'driver');

export const { router, createCallerFactory } = t;
