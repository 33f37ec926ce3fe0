import { toDollars } from '@/domain/money';
import type { createCaller } from '@/server/trpc';
import type { Context } from '@/server/trpc/init';
import {
  appointmentForOwner,
  appointmentForStaff,
  bookingBody,
  bookingOf,
  completionResult,
  patchBody,
  pricesAnswer,
  profileAnswer,
  supportAnswer,
} from './shapes';
import { STAFF_ROWS } from './staff-table';

type Caller = ReturnType<typeof createCaller>;

/** What a row is handed: the body as it came, the parts of the path, and who calls. */
export type RestCall = {
  body: Record<string, unknown>;
  params: Record<string, string>;
  query: URLSearchParams;
  context: Context;
};

/** One call of the specification's tables: its path, and the procedure behind it. */
export type RestRow = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one part of the path. */
  path: string;
  status?: number;
  /** The answer carries an ETag, and is not sent again to whoever has it. */
  hasETag?: true;
  call(caller: Caller, call: RestCall): Promise<unknown>;
};

/**
 * Bodies pass to the procedure as they came: its schema decides, so REST and the pages accept and
 * refuse the same. `as never` only says that nobody has looked at them yet.
 */
export const REST_TABLE: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/auth/status',
    call: async (caller) => {
      const user = await caller.auth.me();
      return { authenticated: user !== null, user: user && { id: user.id } };
    },
  },
  {
    method: 'GET',
    path: '/api/auth/me',
    call: (caller) => caller.auth.requireMe(),
  },
  {
    method: 'POST',
    path: '/api/auth/register',
    status: 201,
    call: (caller, { body }) => caller.auth.register(body as never),
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    call: (caller, { body }) => caller.auth.login(body as never),
  },
  {
    method: 'POST',
    path: '/api/auth/admin-login',
    call: (caller, { body }) => caller.auth.adminLogin(body as never),
  },
  {
    method: 'GET',
    path: '/api/auth/admin-status',
    call: async (caller) => {
      await caller.auth.requireMe();
      return caller.auth.adminStatus();
    },
  },
  { method: 'POST', path: '/api/auth/logout', call: (caller) => caller.auth.logout() },
  {
    method: 'PUT',
    path: '/api/auth/profile',
    call: async (caller, { body }) => profileAnswer(await caller.auth.updateProfile(body as never)),
  },
  {
    method: 'GET',
    path: '/api/user/profile',
    call: async (caller) => profileAnswer(await caller.auth.requireMe()),
  },
  {
    method: 'PUT',
    path: '/api/user/profile',
    call: async (caller, { body }) => profileAnswer(await caller.auth.updateProfile(body as never)),
  },
  {
    method: 'POST',
    path: '/api/auth/change-password',
    call: async (caller, { body }) => {
      await caller.auth.changePassword(body as never);
      return { message: 'Your password was changed.' };
    },
  },
  {
    method: 'POST',
    path: '/api/auth/reset-password-request',
    call: (caller, { body }) => caller.auth.requestPasswordReset(body as never),
  },
  {
    // Two readings (D46): an email alone asks for a link, a token with a password uses it.
    method: 'POST',
    path: '/api/auth/reset-password',
    call: (caller, { body }) =>
      'email' in body && !('token' in body) && !('newPassword' in body)
        ? caller.auth.requestPasswordReset(body as never)
        : caller.auth.resetPassword(body as never),
  },
  {
    method: 'GET',
    path: '/api/weather',
    call: async (caller) => (await caller.weather.forecast()).days,
  },
  {
    method: 'GET',
    path: '/api/fuel-prices',
    call: async (caller) => pricesAnswer(await caller.pricing.current()),
  },
  {
    method: 'GET',
    path: '/api/time-slots/{date}',
    hasETag: true,
    call: (caller, { params }) => caller.slots.open({ date: params.date ?? '' }),
  },
  {
    method: 'POST',
    path: '/api/validate-promo-code',
    call: (caller, { body }) => caller.booking.validatePromo(body as never),
  },
  {
    method: 'POST',
    path: '/api/appointments',
    status: 201,
    call: async (caller, { body }) => {
      const booked = await caller.booking.create(bookingBody(body) as never);
      return { ...appointmentForOwner(booked.appointment), manageToken: booked.manageToken };
    },
  },
  {
    method: 'GET',
    path: '/api/appointments',
    call: async (caller) => (await caller.booking.list()).map(appointmentForOwner),
  },
  {
    method: 'GET',
    path: '/api/appointments/today',
    call: async (caller) => (await caller.driver.deliveries({})).map(appointmentForOwner),
  },
  {
    method: 'PATCH',
    path: '/api/appointments/{id}',
    // Three roles, each with its own fields (D35).
    call: async (caller, { body, params, context: { actor } }) => {
      const role = actor.kind === 'user' ? actor.role : 'customer';
      const as = (fields: object) => ({ ...fields, id: params.id }) as never;
      if (role === 'admin') return appointmentForStaff(await caller.admin.patch(as(body)));
      if (role === 'driver') return appointmentForOwner(await caller.driver.patch(as(body)));
      return appointmentForOwner(await caller.booking.patch(as(patchBody(body))));
    },
  },
  {
    method: 'DELETE',
    path: '/api/appointments/{id}',
    call: async (caller, { params }) =>
      appointmentForOwner(await caller.booking.cancel({ id: params.id ?? '' })),
  },
  {
    method: 'POST',
    path: '/api/appointments/{id}/complete',
    call: async (caller, { body, params }) =>
      completionResult(await caller.driver.complete({ ...body, id: params.id } as never)),
  },
  {
    method: 'POST',
    path: '/api/create-payment-authorization',
    call: (caller, { body }) => caller.booking.createPaymentAuthorization(body as never),
  },
  {
    // Another card for a booking that is there (D17).
    method: 'POST',
    path: '/api/create-setup-intent',
    call: (caller, { body }) =>
      caller.booking.createPaymentAuthorization({ appointmentId: bookingOf(body) } as never),
  },
  {
    method: 'POST',
    path: '/api/create-balance-payment',
    call: async (caller, { body }) => {
      const { amountCents, ...payment } = await caller.booking.createBalancePayment(body as never);
      return { ...payment, amount: toDollars(amountCents) };
    },
  },
  {
    method: 'POST',
    path: '/api/confirm-payment-setup',
    call: async (caller, { body }) =>
      appointmentForOwner(await caller.booking.confirmPaymentSetup(body as never)),
  },
  {
    method: 'GET',
    path: '/api/support',
    call: async (caller) => supportAnswer(await caller.support.info()),
  },
  ...STAFF_ROWS,
];

const COMPILED = REST_TABLE.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]{1,128})')}$`),
  isFixed: !row.path.includes('{'),
})).sort((a, b) => Number(b.isFixed) - Number(a.isFixed));

/** The row for a call; the methods a known path takes; or null for an unknown path. */
export function findRow(
  method: string,
  path: string,
): { row: RestRow; params: Record<string, string> } | { allowed: string[] } | null {
  const allowed: string[] = [];
  for (const { row, pattern } of COMPILED) {
    const match = pattern.exec(path);
    if (!match) continue;
    if (row.method === method) return { row, params: decode(match.groups ?? {}) };
    allowed.push(row.method);
  }
  return allowed.length > 0 ? { allowed } : null;
}

/** Parts of a path may be percent-encoded; a broken encoding stays as it is and finds nothing. */
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
