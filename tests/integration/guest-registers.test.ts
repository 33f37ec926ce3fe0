/** A guest who registers finds earlier appointments in the account. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { admin, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const TIMES = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];
let booked = 0;
async function bookAsGuest(visitor: Visitor): Promise<{ id: string; token: string }> {
  const { appointment, manageToken } = await visitor.trpc.booking.create.mutate({
    ...ORDER,
    date: `2026-06-${14 + Math.floor(booked / TIMES.length)}`,
    time: TIMES[booked % TIMES.length] ?? '',
    customerPhone: '(269) 555-0142',
  });
  booked += 1;
  return { id: appointment.id, token: manageToken ?? '' };
}

let people = 0;
async function register(visitor: Visitor): Promise<void> {
  people += 1;
  await visitor.trpc.auth.register.mutate({
    username: `guest${people}`,
    password: 'six-characters',
    email: `guest${people}@lake.example`,
    fullName: 'Pat Tideway',
    phone: '(269) 555-0142',
    homeAddress: 'Pier 4',
  });
}
const idsOf = async (visitor: Visitor) =>
  (await visitor.trpc.booking.list.query()).map(({ id }) => id).sort();

test('a guest who registers gets the deliveries of the same browser', async () => {
  const visitor = app.visitor();
  const first = await bookAsGuest(visitor);
  const second = await bookAsGuest(visitor);
  const other = await bookAsGuest(app.visitor());
  await register(visitor);
  expect(await idsOf(visitor)).toEqual([first.id, second.id].sort());
  // From now on, both the account and the links open the deliveries.
  expect(await visitor.trpc.booking.get.query({ id: first.id })).toMatchObject({ id: first.id });
  expect(await app.visitor().trpc.booking.manage.mutate({ token: first.token })).toMatchObject({
    id: first.id,
  });
  expect(await app.visitor().trpc.booking.manage.mutate({ token: other.token })).toMatchObject({
    id: other.id,
  });
  const staff = await admin(app);
  const { history } = await staff.trpc.admin.appointment.query({ id: first.id });
  expect(history[0]).toMatchObject({ action: 'appointment.claimed', actorName: 'Pat Tideway' });
});

test('a guest who registers gets the delivery whose key was opened on another device', async () => {
  const booker = app.visitor();
  const first = await bookAsGuest(booker);
  const second = await bookAsGuest(booker);
  const phone = app.visitor();
  await phone.trpc.booking.manage.mutate({ token: first.token });
  await register(phone);
  expect(await idsOf(phone)).toEqual([first.id]);
  expect(await booker.trpc.booking.manage.mutate({ token: second.token })).toMatchObject({
    id: second.id,
  });
});

test("a guest who registers gets nobody else's, by a forged browser, an ended link, or a sign-in", async () => {
  const booker = app.visitor();
  const { id, token } = await bookAsGuest(booker);
  const { link } = await booker.trpc.booking.renewGuestLink.mutate({ id });
  for (const cookie of [`dockside_manage=${token}`, 'dockside_guest=0190.forged']) {
    people += 1;
    const answer = await app.handle(
      new Request('http://dockside.test/api/auth/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({
          username: `thief${people}`,
          password: 'six-characters',
          email: `thief${people}@lake.example`,
          fullName: 'Thief',
          phone: '(269) 555-0142',
          homeAddress: 'Pier 4',
        }),
      }),
    );
    expect(answer.status).toBe(201);
  }
  const { rows } = await app.deps.db.client.execute({
    sql: 'select user_id from appointments where id = ?',
    args: [id],
  });
  expect(rows[0]?.user_id).toBeNull();
  // Another person may sign in to an account on this browser.
  const sam = await customer(app, { username: 'sam', email: 'sam@lake.example' });
  await sam.trpc.auth.logout.mutate();
  await booker.trpc.auth.login.mutate({ username: 'sam', password: 'six-characters' });
  expect(await idsOf(booker)).toEqual([]);
  expect(link).toContain('/d/');
});

test("an account's appointment stays in the account", async () => {
  const sam = await customer(app);
  const { appointment } = await sam.trpc.booking.create.mutate({
    ...ORDER,
    date: '2026-06-24',
  });
  await sam.trpc.auth.logout.mutate();
  await register(sam);
  expect(await idsOf(sam)).not.toContain(appointment.id);
});
