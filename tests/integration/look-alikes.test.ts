/** Tests names and addresses that nearly match an account's, and names with hidden characters. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PASSWORD = 'six-characters';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const signIn = (username: string, visitor = app.visitor()) =>
  visitor.trpc.auth.login.mutate({ username, password: PASSWORD });
const nameOf = async (visitor: Visitor) => (await visitor.trpc.auth.requireMe.query()).fullName;

describe('letters beyond A to Z', () => {
  test('work for a sign-in as they were typed, in a name or an address', async () => {
    await customer(app, { username: 'Émile', email: 'Émile@lake.example' });
    expect(await signIn('Émile')).toMatchObject({ username: 'Émile' });
    expect(await signIn('Émile@LAKE.example')).toMatchObject({ username: 'Émile' });
  });

  test('have different errors for a taken name and a taken address', async () => {
    await customer(app, { username: 'Ødegaard', email: 'Øde@lake.example' });
    const again = (over: Record<string, string>) => refusal(customer(app, over));
    expect(await again({ username: 'Ødegaard', email: 'new@lake.example' })).toMatchObject({
      status: 409,
      field: 'username',
    });
    expect(await again({ username: 'newcomer', email: 'Øde@lake.example' })).toMatchObject({
      status: 409,
      field: 'email',
    });
  });

  test("that only look alike don't open another person's account", async () => {
    await customer(app, { username: 'kim', email: 'kim@lake.example' });
    // In upper case, the dotless i is an ordinary I, and the dotted capital I nearly is.
    for (const name of ['k\u0130m', 'k\u0131m', 'k\u0131m@lake.example', 'k\u0130m@lake.example']) {
      expect((await refusal(signIn(name))).status).toBe(401);
    }
    const { message } = await app
      .visitor()
      .trpc.auth.requestPasswordReset.mutate({ email: 'k\u0131m@lake.example' });
    expect(message).toContain('If an account');
    const { rows } = await app.deps.db.client.execute(
      "select reset_token as token from users where username = 'kim'",
    );
    expect(rows[0]?.token).toBeNull();
  });

  test('in an address leave no message behind when the account is deleted', async () => {
    const visitor = await customer(app, { username: 'Åsa', email: 'Åsa@lake.example' });
    await visitor.trpc.auth.changePassword.mutate({
      currentPassword: PASSWORD,
      newPassword: 'another-one',
    });
    await visitor.trpc.account.delete.mutate({ currentPassword: 'another-one' });
    const { rows } = await app.deps.db.client.execute(
      "select id from outbox where recipient = 'Åsa@lake.example'",
    );
    expect(rows).toEqual([]);
  });
});

describe('invisible characters', () => {
  test('that reverse the text or end the line are removed from names', async () => {
    const visitor = await customer(app, {
      username: 'admin\u200B\u202E',
      fullName: '\u202EretaW\u2066 Sam\r\nBcc: all\u0007',
    });
    const me = await visitor.trpc.auth.requireMe.query();
    expect(me).toMatchObject({ username: 'admin', fullName: 'retaW Sam Bcc: all' });
    await visitor.trpc.auth.updateProfile.mutate({ fullName: 'Sam\u2028\u202D Waters' });
    expect(await nameOf(visitor)).toBe('Sam Waters');
  });

  test("don't make a taken name available", async () => {
    await customer(app, { username: 'marina' });
    for (const username of ['mar\u200Bina', '\uFEFFmarina', 'marina\u202C', 'mar\u00ADina']) {
      expect(await refusal(customer(app, { username }))).toMatchObject({
        status: 409,
        field: 'username',
      });
    }
  });

  test("are removed from staff's multiline texts, and the lines stay", async () => {
    const staff = await admin(app);
    const sam = await customer(app);
    const { id } = await sam.trpc.auth.requireMe.query();
    await staff.trpc.admin.addCustomerNote.mutate({ id, text: 'Ties up\nat night\u202E' });
    const { notes } = await staff.trpc.admin.customer.query({ id });
    expect(notes).toMatchObject([{ text: 'Ties up\nat night' }]);
  });
});
