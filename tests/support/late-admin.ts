/** Admins whose last proof of who they are is too old for what is dangerous. */
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import type { TestApp } from './app';
import type { Visitor } from './visitor';

export const PASSWORD = 'boss-password';

let admins = 0;

/**
 * An admin whose sign-in was more than five minutes ago.
 *
 * @param prepare what the admin does right after the sign-in
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

/** Confirms the identity of a visitor who is signed in, by the password alone. */
export async function confirmWithPassword(visitor: Visitor, password = PASSWORD) {
  const { challenge } = await visitor.trpc.auth.beginConfirmation.mutate();
  return visitor.trpc.auth.confirmIdentity.mutate({ challenge, password });
}
