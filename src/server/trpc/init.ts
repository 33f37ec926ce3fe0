import { initTRPC, TRPCError } from '@trpc/server';
import * as z from 'zod/mini';
import type { KeyExtra, KeyScope } from '@/domain/access/access.schema';
import { emergencyReach, isEmergency } from '@/domain/account/emergency';
import { requirePageOf } from '@/domain/account/page-person';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import type { CalendarDate } from '@/domain/dates';
import { DomainError, type ErrorCode } from '@/domain/errors';
import { type Role, retiredDriverOf } from '@/domain/roles';
import type { Call, Sender } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import type { KeptTokens } from '@/server/modules/appointments/delivery-link';
import type { Caller } from '@/server/modules/auth/actor-of-session.usecases';
import { asCaller } from '@/server/modules/auth/as-caller';
import type { Waiting } from '@/server/modules/auth/challenges';
import { refuseEmergency } from '@/server/modules/auth/emergency.usecases';
import type { NewSession } from '@/server/modules/auth/sessions.usecases';
import { outOfOrder } from '@/server/modules/health/out-of-order';
import type { TakenAttempt } from '@/server/modules/limits/limits.usecases';
import {
  noteRejection,
  paymentsOutOfOrder,
} from '@/server/modules/payments/health/troubles.usecases';
import { type Access, requireOwner, requireRole, requireUser } from './access';
import { countChange } from './changes';
import { transformer } from './transformer';

/** The call of a use case, and what a procedure knows of its request besides. */
export type Context = Pick<Call, 'deps'> &
  Caller & {
    request: {
      id: string;
      userAgent: string | null;
      /** The caller's IP address, as far as our own proxies tell; null where it is unknown. */
      address: string | null;
      /** Whom the page of the call shows, as `PAGE_OF` names them; null if the call names no one. */
      pageOf: string | null;
    };
    /** The attempt that the call counts as (trpc/limits.ts). */
    attempt?: TakenAttempt;
    /** The challenge that the call names, as its limit read it; null where none waits. */
    waiting?: Waiting | null;
    /** The permissions of the API key of this call; left out on calls of people. */
    keyScope?: KeyScope;
    keyExtras?: readonly KeyExtra[];
    keyId?: string;
    /** Sets the caller's cookies; null removes them. */
    cookies: {
      sessionToken: string | null;
      setSession(session: NewSession | null): void;
      /** What this browser holds of guests' deliveries, after what the call itself has set. */
      readonly kept: KeptTokens;
      setKeys(keys: readonly VisitorKey[]): void;
      /** Keeps that the phone of an appointment was proven. */
      setProof(appointmentId: string, proof: string): void;
      /** Forgets such proofs: that of one appointment, or all. */
      dropProofs(appointmentId?: string): void;
      /** Removes all that this browser holds of guests, and by which it is known again as one. */
      forgetGuests(): void;
      /** What makes this device known to accounts that have signed in on it. */
      device: string | null;
      setDevice(value: string): void;
      /** The browser's id, which the first write gives it; null for a program with a key. */
      guestId(): string | null;
    };
  };

/** Where a call that writes comes from. A browser without an id is given one. */
export const senderOf = ({ keyId, cookies, request }: Context): Sender => ({
  keyId: keyId ?? null,
  guestId: cookies.guestId(),
  address: request.address,
});

export type Meta = {
  access: Access;
  /**
   * Whether emergency access may make this call. Left out, it may read what is public or its own,
   * and is refused everything else, so that a new procedure is refused until it is decided.
   */
  emergency?: 'works' | 'refused';
  /**
   * A page that shows another person than the session's may make the call: its answer is for everyone, or
   * its input says whom it is for. Left out, the call is refused.
   */
  page?: 'any';
  /** A retired driver's device may make the call too. */
  handsOver?: true;
  /** Not counted as a change: it leaves no row behind, or has a limit of its own. */
  change?: 'uncounted';
};

const CODES: Record<ErrorCode, TRPCError['code']> = {
  invalid_input: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  second_factor: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  password_required: 'FORBIDDEN',
  prove_phone: 'FORBIDDEN',
  confirm_identity: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  person_changed: 'CONFLICT',
  changed_meanwhile: 'CONFLICT',
  needs_confirmation: 'CONFLICT',
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
    transformer,
    isDev: false,
    // The ping comes more often than the idle limits of Bun (10 s) and of common proxies. A page
    // without news for longer connects again.
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

/** The error message for people. An unforeseen failure gives no details. */
export function publicMessage(error: TRPCError): string {
  if (error.cause instanceof z.core.$ZodError) {
    return error.cause.issues[0]?.message ?? 'That input is not valid.';
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') return UNEXPECTED;
  // JSON and superjson say of broken input what a programmer reads.
  const isOurs = error.cause === undefined || error.cause instanceof DomainError;
  return isOurs ? error.message : 'That input is not valid.';
}

/** The parts of a refusal that a client acts on: our own code, finer than tRPC's, the field, and data. */
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

/** Translates a failure to a transport error, at this one place. */
export function toTransportError(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  const known = error instanceof DomainError ? error : outOfOrder(error);
  const refusal = known ?? paymentsOutOfOrder(error);
  if (refusal) {
    return new TRPCError({ code: CODES[refusal.code], message: refusal.message, cause: refusal });
  }
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: UNEXPECTED, cause: error });
}

const translated = t.procedure.use(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  const known = cause === undefined ? result.error : toTransportErrorOf(result.error);
  await noteRejection(ctx, cause);
  if (known.code === 'INTERNAL_SERVER_ERROR' || outOfOrder(cause)) {
    ctx.deps.log.error('a call failed', {
      request: ctx.request.id,
      path,
      ...errorFields(cause ?? result.error),
    });
  }
  throw known;
});

/** tRPC wraps an error that a resolver throws; the wrapped error decides, unless tRPC itself refused. */
function toTransportErrorOf(error: TRPCError): TRPCError {
  return error.code === 'INTERNAL_SERVER_ERROR' && error.cause
    ? toTransportError(error.cause)
    : error;
}

/** Throws `forbidden` where emergency access may not make the call, and records that it tried. */
export async function requireEmergencyWork(
  ctx: Context,
  call: { path: string; isRead: boolean } & Partial<Meta>,
): Promise<void> {
  if (!isEmergency(ctx.actor)) return;
  const { path, isRead, access, emergency } = call;
  const isPublicOrOwn = isRead && typeof access === 'string';
  if (emergency === 'works' || (isPublicOrOwn && emergency === undefined)) return;
  await refuseEmergency(ctx, { call: path, address: ctx.request.address });
}

/** Asks along whether the session or the key stands that the call is made with. */
const settled = translated.use(({ ctx, next }) =>
  asCaller(ctx.deps, ctx, (call) => next({ ctx: call })),
);

const checked = settled.use(async ({ ctx, path, type, meta, getRawInput, next }) => {
  if (meta?.page !== 'any') requirePageOf(ctx.actor, ctx.request.pageOf);
  await requireEmergencyWork(ctx, { path, isRead: type !== 'mutation', ...meta });
  if (type === 'mutation' && meta?.change !== 'uncounted') {
    await countChange(ctx, await getRawInput());
  }
  return next();
});

/** Every caller, signed in or not. */
export const anyone = checked.meta({ access: 'anyone' });
/** The same, and emergency access may make the change. */
export const anyoneAlways = checked.meta({ access: 'anyone', emergency: 'works' });
/** Every caller, from a page of any person: the call tells who is signed in, or is about no one. */
export const anyPage = checked.meta({ access: 'anyone', page: 'any' });
/** A step of a sign-in, which says itself who is to be signed in. */
export const signingIn = checked.meta({ access: 'anyone', emergency: 'works', page: 'any' });

const withOwner = (emergency?: 'works') =>
  checked.meta({ access: 'owner', emergency }).use(({ ctx, next }) => {
    requireOwner(ctx.actor);
    return next();
  });

/** The owner of an appointment: a customer, or a person with its link or key. The use case checks it. */
export const owner = withOwner();
/** The same for what staff do too, in emergency access as well. */
export const ownerAlways = withOwner('works');

const withUser = (emergency?: 'refused') =>
  checked
    .meta({ access: 'signed-in', emergency })
    .use(({ ctx, next }) => next({ ctx: { actor: requireUser(ctx.actor) } }));

/** Any signed-in user. */
export const signedIn = withUser();
/** The same, and emergency access may not even read it. */
export const signedInOnly = withUser('refused');

const withRole = (roles: readonly Role[], emergency?: 'works') =>
  checked
    .meta({ access: roles, emergency })
    .use(({ ctx, next }) => next({ ctx: { actor: requireRole(ctx.actor, roles) } }));

/** Admins only, and not in emergency access. */
export const admin = withRole(['admin']);
/** Admins, in emergency access too: its work is appointments, calendar, prices and drivers' days. */
export const adminAlways = withRole(['admin'], 'works');
/** Admins, and drivers on their own deliveries. Not in emergency access. */
export const crew = withRole(['admin', 'driver']);
/** The same, in emergency access too. */
export const crewAlways = withRole(['admin', 'driver'], 'works');
/** The same, and a retired driver's device, which hands over what it has not sent and reads nothing. */
export const crewHandingOver = checked
  .meta({ access: ['admin', 'driver'], emergency: 'works', handsOver: true })
  .use(({ ctx: { actor }, next }) =>
    next({ ctx: { actor: retiredDriverOf(actor) ?? requireRole(actor, ['admin', 'driver']) } }),
  );

/**
 * A middleware that refuses emergency access the deliveries of dates beyond its reach. Comes after
 * `.input(…)`.
 */
export async function withinReach<Result>({
  ctx,
  path,
  input,
  next,
}: {
  ctx: Context;
  path: string;
  input: { date?: CalendarDate | null | undefined };
  next(): Promise<Result>;
}): Promise<Result> {
  const { actor, deps, request } = ctx;
  if (isEmergency(actor) && input.date && input.date < emergencyReach(todayOf(deps))) {
    await refuseEmergency(ctx, { call: path, address: request.address });
  }
  return next();
}

export const { router, createCallerFactory } = t;
