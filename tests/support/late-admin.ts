/** Admins whose last proof of identity is too old for dangerous calls. */
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import type { TestApp } from './app';
import type { Visitor } from './visitor';

export const PASSWORD = 'boss-password';

let admins = 0;

/**
 * Creates an admin who signed in more than 5 minutes ago.
 * @param prepare the admin's work right after the sign-in
 */
export async function lateAdmin(app: TestApp, prepare?: (visitor: Visitor) => Promise<unknown>) {
  admins += 1;
  const signIn = { username: `harbor${admins}`, password: PASSWORD };
  await ensureAdmin(app, signIn);
  const visitor = app.visitor();
  await visitor.trpc.auth.adminLogin.mutate(signIn);
  await prepare?.(visitor);
  app.clock.advance(CONFIRMED_FOR_MS + 1);
  return { visitor, signIn };
}

/** Confirms a signed-in visitor's identity with only the password. */
export async function confirmWithPassword(visitor: Visitor, password = PASSWORD) {
  const { challenge } = await visitor.trpc.auth.beginConfirmation.mutate();
  return visitor.trpc.auth.confirmIdentity.mutate({ challenge, password });
}
