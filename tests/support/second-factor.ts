/** Two-step verification for server tests. */
import type { TestApp } from './app';
import { codeAt } from './totp';
import { refusal, type Visitor } from './visitor';

/**
 * Sets up an authenticator app for the signed-in visitor. @returns its secret, and the recovery
 * codes
 */
export async function setUpApp(app: TestApp, visitor: Visitor, name = 'Phone') {
  const { challenge } = await visitor.trpc.factors.begin.mutate();
  const { secret } = await visitor.trpc.factors.newApp.mutate({ challenge });
  const code = codeAt(secret, app.clock.now());
  const { recoveryCodes } = await visitor.trpc.factors.add.mutate({ challenge, name, code });
  // The setup used this code. The next one comes 30 seconds later.
  app.clock.advance(30_000);
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

/** Returns the challenge with which a sign-in requires a second step. */
export async function challengeOf(
  visitor: Visitor,
  signIn: { username: string; password: string },
): Promise<string> {
  const { reason, details } = await refusal(visitor.trpc.auth.login.mutate(signIn));
  if (reason !== 'second_factor') throw new Error(`no second factor was required: ${reason}`);
  return String(details?.challenge);
}
