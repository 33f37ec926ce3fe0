/** Tests that staff can correct a customer's details, but can't take over an account. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { EMAIL_MESSAGES } from '@/domain/account/email-address';
import { admin, book, customer, driver, ORDER, office } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let id: string;
const EMAIL = 'sam@lake.example';
const PASSWORD = 'six-characters';
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  sam = await customer(app, { username: 'sam', fullName: 'Sam Sailor', email: EMAIL });
  id = (await sam.trpc.auth.me.query())?.id ?? '';
});
afterEach(() => app.close());

type Edit = Parameters<typeof staff.trpc.admin.editCustomer.mutate>[0];
const edit = (change: Partial<Edit>, who = staff) =>
  who.trpc.admin.editCustomer.mutate({ id, ...change });
const me = async (who = sam) => (await who.trpc.auth.me.query()) ?? null;

/** The waiting messages to an address, oldest first. */
async function messagesTo(email: string) {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select dedupe_key, body from outbox where recipient = ? order by created_at, id',
    args: [email],
  });
  return rows.map(({ dedupe_key, body }) => ({
    kind: String(dedupe_key).split(':')[0] ?? '',
    body: String(body),
  }));
}
async function tokenTo(email: string, path: string) {
  const bodies = (await messagesTo(email)).map(({ body }) => body);
  return new RegExp(`${path}\\?token=([\\w-]+)`).exec(bodies.at(-1) ?? '')?.[1] ?? '';
}

describe('a correction by staff', () => {
  test('changes the name, phone, and address, and writes an entry', async () => {
    const saved = await edit({
      fullName: 'Sam Sailer',
      phone: '(269) 555-0199',
      address: 'Pier 9',
    });
    expect(saved).toMatchObject({ fullName: 'Sam Sailer', address: 'Pier 9', email: EMAIL });
    expect(await me()).toMatchObject({
      fullName: 'Sam Sailer',
      phone: '(269) 555-0199',
      address: 'Pier 9',
    });
    const { rows } = await app.deps.db.client.execute(
      "select user_id, actor_name from audit_log where action = 'customer.edited'",
    );
    expect(rows).toEqual([expect.objectContaining({ user_id: id, actor_name: 'Alex Harbor' })]);
    const { customers } = await staff.trpc.admin.customers.query({ search: 'sailer' });
    expect(customers.map((found) => found.id)).toEqual([id]);
  });

  test('saved again changes nothing and writes nothing', async () => {
    await edit({ fullName: 'Sam Sailor', email: EMAIL.toUpperCase() });
    const { rows } = await app.deps.db.client.execute(
      "select count(*) as n from audit_log where action = 'customer.edited'",
    );
    expect(rows[0]?.n).toBe(0);
  });

  test('reaches open appointments with the old details, and no others', async () => {
    const open = await book(sam);
    const other = await sam.trpc.booking.create.mutate({
      ...ORDER,
      time: '2:00 PM - 4:00 PM',
      customerPhone: '(269) 555-0142',
    });
    const closed = await book(sam, { time: '12:00 PM - 2:00 PM' });
    await sam.trpc.booking.cancel.mutate({ id: closed });
    await edit({ phone: '(269) 555-0199', fullName: 'Sam Sailer' });
    const { rows } = await app.deps.db.client.execute(
      'select id, customer_phone, customer_name from appointments',
    );
    const of = (appointment: string) => rows.find((row) => row.id === appointment);
    expect(of(open)).toMatchObject({
      customer_phone: '(269) 555-0199',
      customer_name: 'Sam Sailer',
    });
    expect(of(other.appointment.id)?.customer_phone).toBe('(269) 555-0142');
    expect(of(closed)?.customer_phone).toBe('(269) 555-0117');
  });

  test('is refused for blank, malformed, and taken values', async () => {
    await customer(app, { username: 'kim', email: 'kim@lake.example' });
    const wrong: [Partial<Edit>, number][] = [
      [{ fullName: ' ' }, 400],
      [{ phone: '12345' }, 400],
      [{ email: 'not an address' }, 400],
      [{ address: 'x'.repeat(201) }, 400],
      [{ email: 'KIM@lake.example' }, 409],
      [{ id: 'nobody' }, 404],
    ];
    for (const [change, status] of wrong) {
      expect((await refusal(edit(change))).status).toBe(status);
    }
    expect(await me()).toMatchObject({ fullName: 'Sam Sailor', email: EMAIL });
  });

  test('never changes the account of staff, a driver, or a deleted customer', async () => {
    const { visitor: dispatcher } = await office(app, 'dispatcher');
    const { visitor } = await driver(app);
    for (const who of [staff, dispatcher, visitor]) {
      const other = (await me(who))?.id ?? '';
      expect((await refusal(edit({ id: other, fullName: 'Other' }, dispatcher))).status).toBe(404);
      const boat = dispatcher.trpc.admin.addCustomerBoat.mutate({ customerId: other, name: 'X' });
      expect((await refusal(boat)).status).toBe(404);
    }
    await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' } as never);
    expect((await refusal(edit({ email: 'mine@dock.example' }))).status).toBe(404);
  });

  test('saves nothing for a deleted account', async () => {
    await sam.trpc.account.delete.mutate({ currentPassword: PASSWORD });
    const { admin: desk } = staff.trpc;
    for (const call of [
      () => desk.addCustomerTag.mutate({ id, tag: 'VIP' }),
      () => desk.addCustomerNote.mutate({ id, text: 'Call first' }),
      () => desk.addCustomerNote.mutate({ id, text: 'Call first', forDriver: true }),
      () => desk.changeExemption.mutate({ userId: id, certificate: 'CERT-1', before: null }),
      () => desk.addCustomerBoat.mutate({ customerId: id, name: 'Dory' }),
      () => desk.addCustomerDock.mutate({ customerId: id, label: 'Pier 9' }),
    ]) {
      expect((await refusal(call())).status).toBe(404);
    }
    for (const table of ['customer_tags', 'customer_notes', 'tax_exemptions', 'boats', 'docks']) {
      const { rows } = await app.deps.db.client.execute(`select count(*) as n from ${table}`);
      expect([table, rows[0]?.n]).toEqual([table, 0]);
    }
  });

  test("doesn't overwrite the customer's own change, or another person's, unseen", async () => {
    const read = { fullName: 'Sam Sailor', phone: '(269) 555-0117' };
    await sam.trpc.auth.updateProfile.mutate({ phone: '(269) 555-0100' });
    const own = await refusal(edit({ phone: '(269) 555-0101', read }));
    expect(own).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect(own.details?.changes).toMatchObject([{ field: 'phone', who: 'The customer' }]);
    const { visitor: dispatcher } = await office(app, 'dispatcher');
    await edit({ fullName: 'Sammy' }, dispatcher);
    const theirs = await refusal(edit({ fullName: 'Samuel', read }));
    expect(theirs.details?.changes).toMatchObject([
      { field: 'fullName', from: 'Sam Sailor', to: 'Sammy', who: (await me(dispatcher))?.fullName },
    ]);
    // The customer sees that the company changed it, but not who.
    const seen = await refusal(
      sam.trpc.auth.updateProfile.mutate({ fullName: 'Samantha', read } as never),
    );
    expect(seen.details?.changes).toMatchObject([{ field: 'fullName', who: 'Dockside' }]);
  });
});

describe('a new email address from staff', () => {
  const NEW = 'other@lake.example';

  test('waits for its owner, and the current address is notified', async () => {
    expect(await edit({ email: NEW })).toMatchObject({ email: EMAIL, pendingEmail: NEW });
    const [told] = (await messagesTo(EMAIL)).filter(({ kind }) => kind === 'email-changing');
    expect(told?.body).toContain('our office entered a new email address');
    expect(told?.body).toContain(NEW);
    expect((await messagesTo(NEW)).map(({ kind }) => kind)).toEqual(['email-proof']);
    const token = await tokenTo(NEW, 'confirm-email');
    // Whoever has the link but isn't signed in to the account, such as staff, can't use it.
    for (const who of [app.visitor(), staff]) {
      expect(await refusal(who.trpc.auth.proveEmail.mutate({ token }))).toMatchObject({
        status: 403,
        message: EMAIL_MESSAGES.signInFirst,
      });
    }
    expect(await me()).toMatchObject({ email: EMAIL });
    await sam.trpc.auth.proveEmail.mutate({ token, currentPassword: PASSWORD });
    expect(await me()).toMatchObject({ email: NEW, pendingEmail: null });
    const changed = (await messagesTo(EMAIL)).at(-1);
    expect(changed?.kind).toBe('email-changed');
    expect(changed?.body).toContain(NEW);
  });

  test("isn't verified without its owner's password, even if the owner opens the link", async () => {
    const { visitor: dispatcher } = await office(app, 'dispatcher');
    await edit({ email: NEW }, dispatcher);
    const token = await tokenTo(NEW, 'confirm-email');
    for (const currentPassword of [undefined, '']) {
      const pressed = sam.trpc.auth.proveEmail.mutate({ token, currentPassword });
      expect(await refusal(pressed)).toMatchObject({
        status: 403,
        reason: 'password_required',
        field: 'currentPassword',
        message: EMAIL_MESSAGES.passwordRequired,
        details: { email: NEW },
      });
    }
    const guessed = sam.trpc.auth.proveEmail.mutate({ token, currentPassword: 'a guess' });
    expect(await refusal(guessed)).toMatchObject({ status: 400, field: 'currentPassword' });
    expect(await me()).toMatchObject({ email: EMAIL, pendingEmail: NEW });
    // The dispatcher's mailbox gets no reset link either.
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: NEW });
    expect(await tokenTo(NEW, 'reset-password')).toBe('');
    // A link that the customer asks for again also needs the password.
    await sam.trpc.auth.requestEmailProof.mutate();
    const again = sam.trpc.auth.proveEmail.mutate({ token: await tokenTo(NEW, 'confirm-email') });
    expect((await refusal(again)).reason).toBe('password_required');
  });

  test("doesn't let a signed-in browser try unlimited passwords", async () => {
    const limited = await startTestApp({ settings: { limitFactor: 1 } });
    const boss = await admin(limited);
    const kim = await customer(limited);
    const customerId = (await kim.trpc.auth.requireMe.query()).id;
    await boss.trpc.admin.editCustomer.mutate({ id: customerId, email: NEW });
    const { rows } = await limited.deps.db.client.execute({
      sql: 'select body from outbox where recipient = ?',
      args: [NEW],
    });
    const [, token = ''] = /token=([\w-]+)/.exec(String(rows[0]?.body)) ?? [];
    const guess = (currentPassword: string) =>
      refusal(kim.trpc.auth.proveEmail.mutate({ token, currentPassword }));
    for (let n = 0; n < 10; n += 1) expect((await guess(`guess ${n}`)).status).toBe(400);
    expect((await guess(PASSWORD)).status).toBe(429);
    await limited.close();
  }, 120_000);

  test("doesn't receive reset links", async () => {
    await edit({ email: NEW });
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: NEW });
    expect((await messagesTo(NEW)).map(({ kind }) => kind)).toEqual(['email-proof']);
  });

  test('is dropped if the owner resets the password', async () => {
    await edit({ email: NEW });
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: EMAIL });
    const token = await tokenTo(EMAIL, 'reset-password');
    await app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: 'another-one' });
    const again = sam.trpc.auth.proveEmail.mutate({ token: await tokenTo(NEW, 'confirm-email') });
    expect((await refusal(again)).status).toBe(400);
  });

  test("becomes the owner's own if the owner enters it with the password", async () => {
    await edit({ email: NEW });
    await sam.trpc.auth.updateProfile.mutate({ email: NEW, currentPassword: 'six-characters' });
    const token = await tokenTo(NEW, 'confirm-email');
    await app.visitor().trpc.auth.proveEmail.mutate({ token });
    expect(await me()).toMatchObject({ email: NEW });
  });

  test('gets the invitation of an account that nobody has used yet', async () => {
    const made = await staff.trpc.admin.addCustomer.mutate({
      fullName: 'Lou Lake',
      phone: '(269) 555-0150',
      email: 'typo@lake.example',
    });
    const old = await tokenTo('typo@lake.example', 'reset-password');
    expect(await edit({ id: made.id, email: NEW })).toMatchObject({
      email: NEW,
      pendingEmail: null,
    });
    const stale = app.visitor().trpc.auth.resetPassword;
    expect(
      (await refusal(stale.mutate({ token: old, newPassword: 'six-characters' }))).status,
    ).toBe(400);
    const token = await tokenTo(NEW, 'reset-password');
    await app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: 'six-characters' });
    const lou = app.visitor();
    await lou.trpc.auth.login.mutate({ username: NEW, password: 'six-characters' });
    // From now on, it's a used account.
    expect(await edit({ id: made.id, email: 'next@lake.example' })).toMatchObject({
      email: NEW,
      pendingEmail: 'next@lake.example',
    });
  });
});

describe("a customer's boats and docks", () => {
  test('are added, edited, and removed by staff, as their customer sees them', async () => {
    const { admin: desk } = staff.trpc;
    const [boat] = await desk.addCustomerBoat.mutate({ customerId: id, name: 'Dory' });
    const [dock] = await desk.addCustomerDock.mutate({ customerId: id, label: 'Pier 9' });
    expect(await sam.trpc.account.boats.query()).toMatchObject([{ name: 'Dory', isDefault: true }]);
    expect(await me()).toMatchObject({ boatName: 'Dory' });
    const boatId = boat?.id ?? '';
    await desk.editCustomerBoat.mutate({ customerId: id, id: boatId, name: 'Dora', length: 22 });
    await desk.editCustomerDock.mutate({
      customerId: id,
      id: dock?.id ?? '',
      label: 'Pier 9',
      gateCode: '4711',
    });
    expect(await sam.trpc.account.boats.query()).toMatchObject([{ name: 'Dora', length: 22 }]);
    expect(await sam.trpc.account.docks.query()).toMatchObject([{ gateCode: '4711' }]);
    const second = await desk.addCustomerBoat.mutate({ customerId: id, name: 'Skiff' });
    const skiff = second.find(({ name }) => name === 'Skiff')?.id ?? '';
    expect(
      (await desk.setCustomerDefaultBoat.mutate({ customerId: id, id: skiff }))[0],
    ).toMatchObject({ name: 'Skiff', isDefault: true });
    await desk.removeCustomerBoat.mutate({ customerId: id, id: skiff });
    await desk.removeCustomerDock.mutate({ customerId: id, id: dock?.id ?? '' });
    expect((await sam.trpc.account.boats.query()).map(({ name }) => name)).toEqual(['Dora']);
    expect(await sam.trpc.account.docks.query()).toEqual([]);
    const { rows } = await app.deps.db.client.execute(
      "select distinct user_id from audit_log where thing in ('boat', 'dock')",
    );
    expect(rows.map(({ user_id }) => user_id)).toEqual([id]);
  });

  test("belong to one customer, and another's can't be changed", async () => {
    const kim = await customer(app, { username: 'kim', email: 'kim@lake.example' });
    const [boat] = await kim.trpc.account.addBoat.mutate({ name: 'Kite' });
    const wrong = { customerId: id, id: boat?.id ?? '' };
    const { admin: desk } = staff.trpc;
    for (const call of [
      desk.editCustomerBoat.mutate({ ...wrong, name: 'Mine' }),
      desk.removeCustomerBoat.mutate(wrong),
      desk.setCustomerDefaultBoat.mutate(wrong),
      desk.removeCustomerDock.mutate(wrong),
    ]) {
      expect((await refusal(call)).status).toBe(404);
    }
    expect(await kim.trpc.account.boats.query()).toMatchObject([{ name: 'Kite' }]);
  });

  test("reach the appointment's driver facts, and conflict with the customer's own edits", async () => {
    const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Dory' });
    const boatId = boat?.id ?? '';
    await sam.trpc.booking.create.mutate({ ...ORDER, date: TOMORROW, boatId });
    const read = { name: 'Dory' };
    const { admin: desk } = staff.trpc;
    await desk.editCustomerBoat.mutate({ customerId: id, id: boatId, name: 'Dora', read });
    const { rows } = await app.deps.db.client.execute(
      "select boat ->> '$.name' as name from appointments",
    );
    expect(rows[0]?.name).toBe('Dora');
    const own = sam.trpc.account.editBoat.mutate({ id: boatId, name: 'Dorie', read });
    expect((await refusal(own)).details?.changes).toMatchObject([
      { field: 'name', who: 'Dockside' },
    ]);
    await sam.trpc.account.editBoat.mutate({ id: boatId, name: 'Dorie' });
    const late = desk.editCustomerBoat.mutate({ customerId: id, id: boatId, name: 'Doris', read });
    expect((await refusal(late)).details?.changes).toMatchObject([
      { field: 'name', who: 'The customer' },
    ]);
  });
});
