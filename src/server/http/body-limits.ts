import type * as z from 'zod/mini';
import { MAX_PHOTO_URL, photoSchema } from '@/domain/appointment/completion.schema';
import { type Actor, retiredDriverOf, type UserActor } from '@/domain/roles';
import { type DeliveryRole, deliveryRoleOf } from '@/domain/staff/areas';
import { findOperation } from '@/server/rest/table';
import { appRouter } from '@/server/trpc';
import { requireAccess } from '@/server/trpc/access';
import type { Meta } from '@/server/trpc/init';
import { ORDINARY_BODY } from './body';

type Procedure = { _def: { meta?: Partial<Meta>; inputs?: readonly z.core.$ZodType[] } };

/** tRPC's type nests procedures, but at run time they're listed by their full paths. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<string, Procedure | undefined>;

type Def = {
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
};

/** Returns the most photos that an input can have. */
function photosIn(schema: z.core.$ZodType | undefined): number {
  if (!schema) return 0;
  if (schema === photoSchema) return 1;
  const { shape = {}, innerType, in: given, out, options = [] } = schema._zod.def as unknown as Def;
  const fields = Object.values(shape).map(photosIn);
  const others = [innerType, given, out, ...options].map(photosIn);
  return Math.max(
    fields.reduce((sum, count) => sum + count, 0),
    ...others,
  );
}

/**
 * Returns the most bytes that a call of a procedure may send. Unknown procedures get the ordinary
 * limit.
 */
export function bodyLimitOf(name: string): number {
  const inputs = PROCEDURES[name]?._def.inputs ?? [];
  return ORDINARY_BODY + Math.max(0, ...inputs.map(photosIn)) * MAX_PHOTO_URL;
}

const TRPC = '/api/trpc/';

/** All procedures that a request calls, including every call of a batch. */
function proceduresOf(
  method: string,
  pathname: string,
  role: DeliveryRole | null,
): readonly string[] {
  if (pathname.startsWith(TRPC)) return pathname.slice(TRPC.length).split(',');
  const found = findOperation(method, pathname, role);
  const isCall = found !== null && 'operation' in found;
  return isCall && 'procedures' in found.operation ? found.operation.procedures : [];
}

function mayCall(name: string, actor: Actor): boolean {
  const { access = [], handsOver } = PROCEDURES[name]?._def.meta ?? {};
  if (handsOver && retiredDriverOf(actor)) return true;
  try {
    requireAccess(actor, access);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the most bytes that a request may send: the smallest limit of its calls, or the ordinary
 * limit if the caller isn't allowed to make every call. `unknown` means that the caller must sign in to
 * send a longer body.
 */
export function bodyLimit(
  { method, pathname }: { method: string; pathname: string },
  actor: Actor | null,
): { bytes: number; by: UserActor } | 'ordinary' | 'unknown' {
  const by = actor?.kind === 'user' ? actor : actor && retiredDriverOf(actor);
  const names = proceduresOf(method, pathname, by ? deliveryRoleOf(by.role) : null);
  const bytes = names.length === 0 ? 0 : Math.min(...names.map(bodyLimitOf));
  if (bytes <= ORDINARY_BODY) return 'ordinary';
  if (!actor || !by) return 'unknown';
  return names.every((name) => mayCall(name, actor)) ? { bytes, by } : 'ordinary';
}
