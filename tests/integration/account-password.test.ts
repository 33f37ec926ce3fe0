import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

const OLD = 'six-characters';
const NEW = 'another-one';
const REQUESTED = 'If an account uses that email, we’ve sent it a link to reset the password.';
const INVALID = 'The password reset link is invalid or has expired. Please request a new one.';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function usernameOf(visitor: Visitor) {
  const me = await visitor.trpc.auth.me.query();
  return me?.username ?? '';
}
async function signIn(username: string, password: string) {
  const visitor = app.visitor();
  await visitor.trpc.auth.login.mutate({ username, password });
  return visitor;
}
/**
 * Sends the outbox.
 * @returns the token of the last reset email to that address
 */
async function mailedToken(email: string): Promise<string> {
  await sendOutbox(app);
  const mail = app.mails.findLast((one) => one.to === email && one.subject.startsWith('Reset'));
  const [, token] = /reset-password\?token=(\S+)/.exec(mail?.text ?? '') ?? [];
  return token ?? '';
}
async function emailOf(visitor: Visitor) {
  return (await visitor.trpc.auth.me.query())?.email ?? '';
}

describe('a password change', () => {
  test('ends the old password and all other sessions', async () => {
    const sam = await customer(app);
    const username = await usernameOf(sam);
    const phone = await signIn(username, OLD);
    const done = await sam.trpc.auth.changePassword.mutate({
      currentPassword: OLD,
      newPassword: NEW,
      confirmPassword: NEW,
    });
    expect(done).toEqual({ endedSessions: 1 });
    expect(await phone.trpc.auth.me.query()).toBeNull();
    expect(await usernameOf(sam)).toBe(username);
    expect(await refusal(signIn(username, OLD))).toMatchObject({ status: 401 });
    await signIn(username, NEW);
    const email = await emailOf(sam);
    await sendOutbox(app);
    expect(app.mails.findLast((mail) => mail.to === email)?.subject).toBe(
      'Your Dockside password was changed',
    );
  });

  test('is refused for a visitor', async () => {
    const input = { currentPassword: OLD, newPassword: NEW };
    expect(await refusal(app.visitor().trpc.auth.changePassword.mutate(input))).toMatchObject({
      status: 401,
    });
    expect((await app.visitor().rest('POST', '/api/auth/change-password', input)).status).toBe(401);
  });

  test.each([
    [{ newPassword: NEW }, 'Current password is required', 'currentPassword'],
    [{ currentPassword: '', newPassword: NEW }, 'Current password is required', 'currentPassword'],
    [
      { currentPassword: OLD, newPassword: 'five5' },
      'New password must be at least 6 characters',
      'newPassword',
    ],
    [
      { currentPassword: OLD, newPassword: NEW, confirmPassword: 'five5' },
      'Please confirm your new password',
      'confirmPassword',
    ],
    [
      { currentPassword: OLD, newPassword: NEW, confirmPassword: `${NEW}!` },
      "Passwords don't match",
      'confirmPassword',
    ],
    [
      { currentPassword: 'not-this', newPassword: NEW },
      'Your current password is incorrect.',
      'currentPassword',
    ],
  ])('%j is refused', async (body, message, field) => {
    const sam = await customer(app);
    expect(await sam.rest('POST', '/api/auth/change-password', body)).toMatchObject({
      status: 400,
      body: { message, field },
    });
    await signIn(await usernameOf(sam), OLD);
  });

  test('wins once if two are sent at the same time, and the other gets a conflict', async () => {
    const sam = await customer(app);
    const change = (newPassword: string) =>
      sam.trpc.auth.changePassword.mutate({ currentPassword: OLD, newPassword });
    const both = await Promise.allSettled([change('first-one'), change('second-one')]);
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = both[0]?.status === 'fulfilled' ? 'first-one' : 'second-one';
    await signIn(await usernameOf(sam), winner);
  });
});

describe('a password reset by email', () => {
  test('has a link that works once and ends every session', async () => {
    const sam = await customer(app);
    const username = await usernameOf(sam);
    const email = await emailOf(sam);
    const stranger = app.visitor();
    expect(
      await stranger.trpc.auth.requestPasswordReset.mutate({ email: email.toUpperCase() }),
    ).toEqual({ message: REQUESTED });
    const token = await mailedToken(email);
    expect(token).toHaveLength(43);
    const stored = await app.deps.db.client.execute({
      sql: 'select u.reset_token, o.body from users u, outbox o where u.email = ? and o.recipient = u.email',
      args: [email],
    });
    // Neither the database nor the stored message contains the token.
    expect(JSON.stringify(stored.rows)).not.toContain(token);

    await stranger.trpc.auth.resetPassword.mutate({ token, newPassword: NEW });
    expect(await sam.trpc.auth.me.query()).toBeNull();
    await signIn(username, NEW);
    expect(
      await refusal(stranger.trpc.auth.resetPassword.mutate({ token, newPassword: 'third-one' })),
    ).toMatchObject({ status: 400, field: 'token', message: INVALID });
  });

  test('has a link that expires after an hour or when a newer one is sent', async () => {
    const sam = await customer(app);
    const email = await emailOf(sam);
    await sam.trpc.auth.requestPasswordReset.mutate({ email });
    const first = await mailedToken(email);
    app.clock.advance(1);
    await sam.trpc.auth.requestPasswordReset.mutate({ email });
    const second = await mailedToken(email);
    expect(second).not.toBe(first);
    const reset = (token: string) =>
      sam.trpc.auth.resetPassword.mutate({ token, newPassword: NEW });
    expect(await refusal(reset(first))).toMatchObject({ message: INVALID });
    app.clock.advance(3_600_000);
    expect(await refusal(reset(second))).toMatchObject({ message: INVALID });
  });

  test('works once if its link is used twice at the same time', async () => {
    const sam = await customer(app);
    const email = await emailOf(sam);
    await sam.trpc.auth.requestPasswordReset.mutate({ email });
    const token = await mailedToken(email);
    const both = await Promise.allSettled(
      ['first-one', 'second-one'].map((newPassword) =>
        app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword }),
      ),
    );
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('sends the same answer for an unknown address, in the same time, but no email', async () => {
    const sam = await customer(app);
    const email = await emailOf(sam);
    const answerFor = async (address: string) => {
      const started = performance.now();
      const answer = await app.visitor().rest('POST', '/api/auth/reset-password-request', {
        email: address,
      });
      return { ms: performance.now() - started, answer: [answer.status, answer.body] };
    };
    const [known, unknown] = [await answerFor(email), await answerFor('nobody@lake.example')];
    expect(known.answer).toEqual(unknown.answer);
    expect(known.answer).toEqual([200, { message: REQUESTED }]);
    // Uses the fastest of several answers, because a single one may have waited for the machine.
    const again = [await answerFor(email), await answerFor(email)];
    const unknownAgain = [
      await answerFor('nobody@lake.example'),
      await answerFor('nobody@lake.example'),
    ];
    const quickest = (answers: { ms: number }[]) => Math.min(...answers.map(({ ms }) => ms));
    const apart = quickest([known, ...again]) - quickest([unknown, ...unknownAgain]);
    expect(Math.abs(apart)).toBeLessThan(100);
    await sendOutbox(app);
    expect(app.mails.some((mail) => mail.to === 'nobody@lake.example')).toBe(false);
  });

  test('loses its link when the email address changes', async () => {
    const sam = await customer(app);
    const email = await emailOf(sam);
    await sam.trpc.auth.requestPasswordReset.mutate({ email });
    const token = await mailedToken(email);
    await sam.trpc.auth.updateProfile.mutate({ email: `new.${email}`, currentPassword: OLD });
    expect(
      await refusal(sam.trpc.auth.resetPassword.mutate({ token, newPassword: NEW })),
    ).toMatchObject({ message: INVALID });
  });

  test('accepts an email or a token over REST, but not both', async () => {
    const sam = await customer(app);
    const email = await emailOf(sam);
    const path = '/api/auth/reset-password';
    const visitor = app.visitor();
    expect((await visitor.rest('POST', path, { email })).body).toEqual({ message: REQUESTED });
    const token = await mailedToken(email);
    expect(await visitor.rest('POST', path, { email, token, newPassword: NEW })).toMatchObject({
      status: 400,
      body: {
        message: 'Send either an email to request a link, or a token with a new password.',
      },
    });
    for (const [body, message] of [
      [{}, 'Password reset token is missing.'],
      [{ newPassword: NEW }, 'Password reset token is missing.'],
      [{ token, newPassword: 'five5' }, 'Password must be at least 6 characters long.'],
      [{ token: 'made-up', newPassword: NEW }, INVALID],
      [{ email: ' ' }, 'Please enter a valid email address'],
    ] as const) {
      expect(await visitor.rest('POST', path, body)).toMatchObject({
        status: 400,
        body: { message },
      });
    }
    expect((await visitor.rest('POST', path, { token, newPassword: NEW })).status).toBe(200);
    await signIn(await usernameOfEmail(email), NEW);
  });
});

async function usernameOfEmail(email: string): Promise<string> {
  return email.split('@')[0] ?? '';
}

describe("an account's sessions", () => {
  test('are listed and ended one by one or all together', async () => {
    const sam = await customer(app);
    const username = await usernameOf(sam);
    const [phone, tablet] = [await signIn(username, OLD), await signIn(username, OLD)];
    const listed = await sam.trpc.auth.sessions.query();
    expect(listed).toHaveLength(3);
    expect(listed.filter((session) => session.isCurrent)).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toContain('Hash');

    const ofPhone = (await phone.trpc.auth.sessions.query()).find((one) => one.isCurrent);
    const id = ofPhone?.id ?? '';
    const other = await customer(app);
    expect(await refusal(other.trpc.auth.endSession.mutate({ id }))).toMatchObject({
      status: 404,
      message: 'We couldn’t find that session.',
    });
    expect(await sam.trpc.auth.endSession.mutate({ id })).toEqual({ isCurrent: false });
    expect(await phone.trpc.auth.me.query()).toBeNull();
    expect(await sam.trpc.auth.endOtherSessions.mutate()).toEqual({ ended: 1 });
    expect(await tablet.trpc.auth.me.query()).toBeNull();

    const [own] = await sam.trpc.auth.sessions.query();
    expect(await sam.trpc.auth.endSession.mutate({ id: own?.id ?? '' })).toEqual({
      isCurrent: true,
    });
    expect(await sam.trpc.auth.me.query()).toBeNull();
  });

  test("can't be listed or ended by a visitor", async () => {
    const { auth } = app.visitor().trpc;
    for (const answer of await refusals([
      auth.sessions.query(),
      auth.endSession.mutate({ id: 'x' }),
      auth.endOtherSessions.mutate(),
    ])) {
      expect(answer.status).toBe(401);
    }
  });
});
