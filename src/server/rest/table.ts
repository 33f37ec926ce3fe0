import type { DeliveryRole } from '@/domain/staff/areas';
import { appRouter } from '@/server/trpc';
import type { Access } from '@/server/trpc/access';
import type { Meta } from '@/server/trpc/init';
import type { Operation, RawOperation } from './operation';
import { accountOperations } from './operations/accounts';
import { bookingOperations } from './operations/booking';
import { changeOperations } from './operations/changes';
import { deliveryOperations } from './operations/deliveries';
import { informationOperations } from './operations/information';
import { passwordOperations } from './operations/passwords';
import { paymentOperations } from './operations/payment';
import { staffOperations } from './operations/staff';
import { rawOperations } from './raw';

export type AnyOperation = Operation | RawOperation;

/** Every operation of `/api`. */
export const OPERATIONS: readonly AnyOperation[] = [
  ...informationOperations,
  ...bookingOperations,
  ...changeOperations,
  ...paymentOperations,
  ...accountOperations,
  ...passwordOperations,
  ...deliveryOperations,
  ...staffOperations,
  ...rawOperations,
];

type Procedures = Record<string, { _def: { type: string; meta?: Partial<Meta> } }>;
/** tRPC's type nests procedures, but at run time they're listed by their full paths. */
const PROCEDURES = appRouter._def.procedures as unknown as Procedures;

/** Who may call an operation. All of these must allow it. */
export function accessOf(operation: AnyOperation): Access[] {
  if ('access' in operation) return [operation.access];
  return operation.procedures.map((name) => PROCEDURES[name]?._def.meta?.access ?? []);
}

/** The rules for an operation under emergency access. All of these must allow it. */
export function emergencyWorkOf(operation: AnyOperation) {
  const path = `${operation.method} ${operation.path}`;
  if ('access' in operation) {
    const { access, emergency, method } = operation;
    return [{ path, isRead: method === 'GET', access, emergency }];
  }
  return operation.procedures.map((name) => {
    const { type, meta } = PROCEDURES[name]?._def ?? { type: 'mutation' };
    return { path, isRead: type === 'query', ...meta };
  });
}

const PATHS = [...Map.groupBy(OPERATIONS, ({ path }) => path)]
  .map(([path, operations]) => ({
    operations,
    pattern: new RegExp(
      `^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]{1,128})')}$`,
    ),
    isFixed: !path.includes('{'),
  }))
  .sort((a, b) => Number(b.isFixed) - Number(a.isFixed));

type Found = { operation: AnyOperation; params: Record<string, string> };

/**
 * Returns the operation for a call by this role, the allowed methods of a known path, or null. HEAD uses
 * the GET operation, and the server omits the body (RFC 9110, 9.3.2).
 */
export function findOperation(
  method: string,
  pathname: string,
  role: DeliveryRole | null,
): Found | { allowed: string[] } | null {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed = new Set<string>();
  for (const { operations, pattern } of PATHS) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const operation = operations.find(
      (one) => one.method === wanted && (one.role === undefined || one.role === role),
    );
    if (operation) return { operation, params: decode(match.groups ?? {}) };
    for (const one of operations) {
      allowed.add(one.method);
      if (one.method === 'GET') allowed.add('HEAD');
    }
  }
  return allowed.size > 0 ? { allowed: [...allowed] } : null;
}

/**
 * Decodes path parameters. If the encoding is broken, the parameter stays unchanged and matches
 * nothing.
 */
function decode(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}
