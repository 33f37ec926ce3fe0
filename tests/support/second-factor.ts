/** Second factors for tests of the server. */
import type { TestApp } from './app';
import { codeAt } from './totp';
import { refusal, type Visitor } from './visitor';

/** Sets an app up for the signed-in visitor; gives its secret, and the recovery codes. */
export async function setUpApp(app: TestApp, visitor: Visitor, name = 'Phone') {
  const { challenge } = await visitor.trpc.factors.begin.mutate();
  const { secret } = await visitor.trpc.factors.newApp.mutate({ challenge });
  const code = codeAt(secret, app.clock.now());
  const { recoveryCodes } = await visitor.trpc.factors.add.mutate({ challenge, name, code });
  // The code that set it up is used: the next one comes half a minute later.
  app.clock.advance(30_000);
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

/** The challenge with which a sign-in asks for more than the password. */
export async function challengeOf(
  visitor: Visitor,
  signIn: { username: string; password: string },
): Promise<string> {
  const { reason, details } = await refusal(visitor.trpc.auth.login.mutate(signIn));
  if (reason !== 'second_factor') throw new Error(`no second factor was required: ${reason}`);
  return String(details?.challenge);
}
