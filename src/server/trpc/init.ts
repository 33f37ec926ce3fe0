import { initTRPC, TRPCError } from '@trpc/server';
import * as z from 'zod/mini';
import type { KeyExtra, KeyScope } from '@/domain/access/access.schema';
import { emergencyReach, isEmergency } from '@/domain/account/emergency';
import { requirePageOf } from '@/domain/account/page-person';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import type { CalendarDate } from '@/domain/dates';
import { DomainError, type ErrorCode } from '@/domain/errors';
import { type Role, retiredDriverOf } from '@/domain/roles';
import { type Area, OFFICE_ROLES, rolesIn } from '@/domain/staff/areas';
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

/** The call of a use case, and the procedure's information about its request. */
export type Context = Pick<Call, 'deps'> &
  Caller & {
    request: {
      id: string;
      userAgent: string | null;
      /** The caller's IP address, as reported by trusted proxies. Null if it's unknown. */
      address: string | null;
      /** The page owner, in the format of `PAGE_OF`. Null if the request names no one. */
      pageOf: string | null;
      /** The session's token, which a sign-in replaces. */
      formerToken: string | null;
    };
    /** The attempt that the call counts as (trpc/limits.ts). */
    attempt?: TakenAttempt;
    /** The sign-in challenge that the call's input names. Null if it isn't open. */
    waiting?: Waiting | null;
    /** The scope of the call's API key. Undefined for calls by people. */
    keyScope?: KeyScope;
    keyExtras?: readonly KeyExtra[];
    keyId?: string;
    /** Sets the caller's cookies. Null removes them. */
    cookies: {
      sessionToken: string | null;
      setSession(session: NewSession | null): void;
      /** This browser's guest keys, including changes by this call. */
      readonly kept: KeptTokens;
      setKeys(keys: readonly VisitorKey[]): void;
      /** Saves that an appointment's phone number was verified. */
      setProof(appointmentId: string, proof: string): void;
      /** Deletes such proofs, either one appointment's or all. */
      dropProofs(appointmentId?: string): void;
      /** Removes all guest keys and the guest cookie from this browser. */
      forgetGuests(): void;
      /** The device cookie, which makes this a known device of its accounts. */
      device: string | null;
      setDevice(value: string): void;
      /** The browser's ID, which the first write creates. Null for a program with a key. */
      guestId(): string | null;
    };
  };

/** Returns where a write comes from. A browser without an ID gets one. */
export const senderOf = ({ keyId, cookies, request }: Context): Sender => ({
  keyId: keyId ?? null,
  guestId: cookies.guestId(),
  address: request.address,
});

export type Meta = {
  access: Access;
  /**
   * Whether emergency access may make this call. By default, it may only read public data and its
   * own. Everything else is refused, so a new procedure stays refused until someone decides.
   */
  emergency?: 'works' | 'refused';
  /**
   * Set if a page may make the call even if its owner isn't the signed-in user, because the answer
   * is the same for everyone or the input identifies the person. By default, the call is refused.
   */
  page?: 'any';
  /** Set if an inactive driver's device may make the call too. */
  handsOver?: true;
  /** Set if the call doesn't count as a change, because it leaves no row or has its own limit. */
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
    // Pings are sent more often than the idle limits of Bun (10 s) and of common proxies. A page
    // that receives nothing for longer reconnects.
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

/** Returns the error message for people. Unexpected errors get no details. */
export function publicMessage(error: TRPCError): string {
  if (error.cause instanceof z.core.$ZodError) {
    return error.cause.issues[0]?.message ?? 'That input isn’t valid.';
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') return UNEXPECTED;
  // The messages of JSON and superjson about broken input are written for programmers, so people
  // don't see them.
  const isOurs = error.cause === undefined || error.cause instanceof DomainError;
  return isOurs ? error.message : 'That input isn’t valid.';
}

/**
 * The parts of a refusal that clients use: our own code, which is more specific than tRPC's, the
 * field, and data.
 */
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

/** Converts any error to a transport error. Nothing else does. */
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

/**
 * tRPC wraps errors that a resolver throws. The wrapped error decides, unless tRPC itself refused
 * the call.
 */
function toTransportErrorOf(error: TRPCError): TRPCError {
  return error.code === 'INTERNAL_SERVER_ERROR' && error.cause
    ? toTransportError(error.cause)
    : error;
}

/** Records an attempt by emergency access. @throws forbidden if it may not make the call */
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

/** In the same round trip, checks whether the call's session or key is still valid. */
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
/** Every caller, and emergency access may make the change. */
export const anyoneAlways = checked.meta({ access: 'anyone', emergency: 'works' });
/**
 * Every caller, from any person's page: the call returns who is signed in, or isn't about a person.
 */
export const anyPage = checked.meta({ access: 'anyone', page: 'any' });
/** A step of a sign-in, which identifies the person itself. */
export const signingIn = checked.meta({ access: 'anyone', emergency: 'works', page: 'any' });

const withOwner = (emergency?: 'works') =>
  checked.meta({ access: 'owner', emergency }).use(({ ctx, next }) => {
    requireOwner(ctx.actor);
    return next();
  });

/**
 * The owner of an appointment: a customer, or a person with its link or key. The use case checks
 * it.
 */
export const owner = withOwner();
/** The owner of an appointment, for calls that staff make too, including in emergency access. */
export const ownerAlways = withOwner('works');

const withUser = (emergency?: 'refused') =>
  checked
    .meta({ access: 'signed-in', emergency })
    .use(({ ctx, next }) => next({ ctx: { actor: requireUser(ctx.actor) } }));

/** Any signed-in user. */
export const signedIn = withUser();
/** Any signed-in user, but emergency access may not even read. */
export const signedInOnly = withUser('refused');

const withRole = (roles: readonly Role[], emergency?: 'works') =>
  checked
    .meta({ access: roles, emergency })
    .use(({ ctx, next }) => next({ ctx: { actor: requireRole(ctx.actor, roles) } }));

/** The roles that may work in an area. Not in emergency access. */
export const office = (area: Area) => withRole(rolesIn(area));
/**
 * The roles that may work in an area, including in emergency access, which covers appointments, the
 * calendar, prices, and drivers' days.
 */
export const officeAlways = (area: Area) => withRole(rolesIn(area), 'works');

const STAFF: readonly Role[] = ['driver', ...OFFICE_ROLES];
/** Drivers and everyone in the office. Not in emergency access. */
export const staff = withRole(STAFF);
/** Drivers and everyone in the office, including in emergency access. */
export const staffAlways = withRole(STAFF, 'works');

/** The roles of drivers' days: those who work with deliveries, and drivers for their own. */
export const CREW: readonly Role[] = ['driver', ...rolesIn('deliveries')];
/** Drivers and those who work with deliveries, including in emergency access. */
export const crewAlways = withRole(CREW, 'works');
/**
 * Drivers and those who work with deliveries, in emergency access too, and an inactive driver's
 * device, which can send its unsent actions but can't read.
 */
export const crewHandingOver = checked
  .meta({ access: CREW, emergency: 'works', handsOver: true })
  .use(({ ctx: { actor }, next }) =>
    next({ ctx: { actor: retiredDriverOf(actor) ?? requireRole(actor, CREW) } }),
  );

/** Admins, and drivers for their own links to a calendar. Not in emergency access. */
export const linkMaker = withRole(['admin', 'driver']);

/**
 * A middleware that refuses emergency access to deliveries on dates out of its reach. Use it after
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
