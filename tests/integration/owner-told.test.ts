/** An account's owner is notified of every sign-in change at the verified address. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { resetFactors } from '@/server/modules/auth/factors.usecases';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { admin, driver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { newPasskey } from '../support/passkey';
import { challengeOf, setUpApp } from '../support/second-factor';
import type { Visitor } from '../support/visitor';

const PASSWORD = 'harbor-password';
let app: TestApp;
let owner: Visitor;
let signIn: { username: string; password: string };
let people = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  people += 1;
  signIn = { username: `harbor${people}`, password: PASSWORD };
  await ensureAdmin(app, signIn);
  await proveAddressOf(signIn.username);
  owner = app.visitor();
  await owner.trpc.auth.adminLogin.mutate(signIn);
});

const addressOf = (username: string) => `${username}@lake.example`;

const proveAddressOf = (username: string) =>
  app.deps.db.client.execute({
    sql: 'update users set email = ?, email_proven_at = 1 where username = ?',
    args: [addressOf(username), username],
  });

/** The messages sent to a person, oldest first. */
async function toldTo(username: string) {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select body from outbox where recipient = ? order by created_at, rowid',
    args: [addressOf(username)],
  });
  return rows.map(({ body }) => String(body));
}

async function addPasskey(): Promise<string> {
  const { challenge } = await owner.trpc.factors.begin.mutate();
  const question = await owner.trpc.factors.newPasskey.mutate({ challenge });
  const passkey = newPasskey().create(question);
  const name = 'Key of https://evil.example';
  await owner.trpc.factors.add.mutate({ challenge, name, passkey });
  const { factors } = await owner.trpc.factors.list.query();
  return factors[0]?.id ?? '';
}

test('the owner is notified of added and removed verification methods and new recovery codes, without links', async () => {
  const id = await addPasskey();
  await setUpApp(app, owner);
  await owner.trpc.factors.renewRecoveryCodes.mutate();
  await owner.trpc.factors.remove.mutate({ id });
  const told = await toldTo(signIn.username);
  expect(told).toEqual([
    expect.stringContaining('A passkey was just added to your account.'),
    expect.stringContaining('An authenticator app was just added'),
    expect.stringContaining('Your recovery codes were just regenerated'),
    expect.stringContaining('A passkey was just removed'),
  ]);
  for (const body of told) expect(body).not.toMatch(/https?:|www\.|evil/);
});

test('the owner is notified of a used recovery code, and of methods that the operator removed', async () => {
  const { recoveryCodes } = await setUpApp(app, owner);
  const phone = app.visitor();
  const challenge = await challengeOf(phone, signIn);
  const [recoveryCode = ''] = recoveryCodes;
  await phone.trpc.auth.secondFactor.mutate({ challenge, recoveryCode });
  await resetFactors(app, signIn);
  expect((await toldTo(signIn.username)).slice(1)).toEqual([
    expect.stringContaining('One of your recovery codes was just used.'),
    expect.stringContaining('Two-step verification and all recovery codes were just removed'),
  ]);
});

test('the owner is notified of a new password, set by themselves or by staff', async () => {
  await owner.trpc.auth.changePassword.mutate({
    currentPassword: PASSWORD,
    newPassword: 'another-password',
  });
  expect(await toldTo(signIn.username)).toEqual([
    expect.stringContaining('Your password was just changed.'),
  ]);
  const { driverId } = await driver(app);
  const { rows } = await app.deps.db.client.execute({
    sql: 'select username from users where driver_id = ?',
    args: [driverId],
  });
  const username = String(rows[0]?.username);
  await proveAddressOf(username);
  const office = await admin(app);
  await office.trpc.admin.resetDriverPassword.mutate({ id: driverId, password: 'new-password' });
  expect(await toldTo(username)).toEqual([
    expect.stringContaining('Your password was just changed.'),
  ]);
});

test("only the old address is notified when staff change a driver's address", async () => {
  const { driverId } = await driver(app);
  const { rows } = await app.deps.db.client.execute({
    sql: 'select username from users where driver_id = ?',
    args: [driverId],
  });
  const username = String(rows[0]?.username);
  const office = await admin(app);
  const email = addressOf(username);
  const details = { id: driverId, name: 'Dana', phone: null, vehicleInfo: null };
  await office.trpc.admin.editDriver.mutate({ ...details, email });
  await proveAddressOf(username);
  await office.trpc.admin.editDriver.mutate({ ...details, email, name: 'Dana Reed' });
  expect(await toldTo(username)).toEqual([]);
  await office.trpc.admin.editDriver.mutate({ ...details, email: 'elsewhere@lake.example' });
  expect(await toldTo(username)).toEqual([
    expect.stringContaining('An owner just changed the email address on your account.'),
  ]);
});

test("an unverified address isn't notified", async () => {
  await app.deps.db.client.execute({
    sql: 'update users set email_proven_at = null where username = ?',
    args: [signIn.username],
  });
  await addPasskey();
  await owner.trpc.factors.renewRecoveryCodes.mutate();
  expect(await toldTo(signIn.username)).toEqual([]);
});
