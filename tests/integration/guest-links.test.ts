/** Tests how a delivery's link ends, and how a new one replaces it. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import { admin, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const DAY = 86_400_000;

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  booked = 0;
});
afterEach(() => app.close());

const TIMES = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];
let booked = 0;

/** A guest with a saved card, and their link's token. */
async function guest(card?: string): Promise<{ visitor: Visitor; id: string; token: string }> {
  const visitor = app.visitor();
  const day = 14 + Math.floor(booked / TIMES.length);
  const { appointment, manageToken } = await visitor.trpc.booking.create.mutate({
    ...ORDER,
    date: `2026-06-${day}`,
    time: TIMES[booked % TIMES.length] ?? '',
    customerPhone: '(269) 555-0142',
    customerEmail: 'guest@lake.example',
  });
  booked += 1;
  const { id } = appointment;
  const setup = await visitor.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
  await visitor.enterCard(setup, card);
  await visitor.trpc.booking.confirmPaymentSetup.mutate({
    appointmentId: id,
    setupIntentId: setup.setupIntentId ?? '',
  });
  return { visitor, id, token: manageToken ?? '' };
}

const open = (token: string, browser = app.visitor()) =>
  browser.trpc.booking.manage.mutate({ token });
const tokenOf = (link: string | null) => /\/d\/(\w{22})$/.exec(link ?? '')?.[1] ?? '';
const ENDED = { status: 404, message: LINK_MESSAGES.closed };

/** Checks that a link that has ended is refused everywhere, with the header and with the cookie. */
async function refuseEverywhere(token: string, id: string) {
  expect(await refusal(open(token))).toMatchObject(ENDED);
  const deletion = await app.handle(
    new Request(`http://dockside.test/api/appointments/${id}`, {
      method: 'DELETE',
      headers: { 'x-manage-token': token },
    }),
  );
  expect(deletion.status).toBe(401);
  const list = await app.handle(
    new Request('http://dockside.test/api/appointments', {
      headers: { cookie: `dockside_manage=${token}` },
    }),
  );
  expect(await list.json()).toEqual([]);
}

describe('a link is replaced', () => {
  test('by the guest, so the old one ends everywhere and their browser continues with the new one', async () => {
    const { visitor, id, token } = await guest();
    const elsewhere = app.visitor();
    await open(token, elsewhere);
    expect(await elsewhere.trpc.booking.list.query()).toHaveLength(1);

    const { link } = await visitor.trpc.booking.renewGuestLink.mutate({ id });
    await refuseEverywhere(token, id);
    expect(await elsewhere.trpc.booking.list.query()).toEqual([]);
    expect((await refusal(elsewhere.trpc.booking.cancel.mutate({ id }))).status).toBe(401);

    expect(await visitor.trpc.booking.list.query()).toHaveLength(1);
    expect(await visitor.trpc.booking.guestLink.query()).toBe(link);
    expect(await open(tokenOf(link))).toMatchObject({ id });
    // Replacing the link a second time has the same effect.
    const again = await visitor.trpc.booking.renewGuestLink.mutate({ id });
    await refuseEverywhere(tokenOf(link), id);
    expect(await open(tokenOf(again.link))).toMatchObject({ id });
  });

  test("by staff, who don't become the appointment's guest", async () => {
    const { visitor, id, token } = await guest();
    const { link } = await staff.trpc.booking.renewGuestLink.mutate({ id });
    await refuseEverywhere(token, id);
    expect(await visitor.trpc.booking.list.query()).toEqual([]);
    expect(await open(tokenOf(link))).toMatchObject({ id });
    expect((await refusal(staff.trpc.booking.get.query({ id }))).status).toBe(404);
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(history.map(({ action }) => action)).toContain('appointment.link_renewed');
  });

  test('only by them, even if the appointment is in an account', async () => {
    const { id } = await guest();
    const other = await guest();
    const sam = await customer(app);
    expect((await refusal(other.visitor.trpc.booking.renewGuestLink.mutate({ id }))).status).toBe(
      404,
    );
    expect((await refusal(sam.trpc.booking.renewGuestLink.mutate({ id }))).status).toBe(404);
    expect((await refusal(app.visitor().trpc.booking.renewGuestLink.mutate({ id }))).status).toBe(
      401,
    );
    const own = await sam.trpc.booking.create.mutate({ ...ORDER, date: '2026-06-24' });
    const mine = { id: own.appointment.id };
    expect((await refusal(other.visitor.trpc.booking.renewGuestLink.mutate(mine))).status).toBe(
      404,
    );
    const before = await staff.trpc.admin.showLink.mutate(mine);
    expect(await open(tokenOf(before.link))).toMatchObject(mine);
    const { link } = await sam.trpc.booking.renewGuestLink.mutate(mine);
    await refuseEverywhere(tokenOf(before.link), mine.id);
    expect(await open(tokenOf(link))).toMatchObject(mine);
    expect(await staff.trpc.admin.showLink.mutate(mine)).toEqual({ link });
  });

  test('and an old number, a changed one, or a garbled signature opens nothing', async () => {
    const { visitor, id, token } = await guest();
    const { link } = await visitor.trpc.booking.renewGuestLink.mutate({ id });
    const signature = token.split('.').at(-1) ?? '';
    const current = tokenOf(link);
    for (const bad of [
      `${id}.1.${signature}`,
      `${id}.2.${signature}`,
      `${id}.0.${signature}`,
      `${id}.${signature.slice(0, -1)}`,
      `${current}x`,
      `${current.slice(0, -1)}${current.endsWith('a') ? 'b' : 'a'}`,
      current.toUpperCase(),
      `${id}.${current}`,
    ]) {
      expect([bad, (await refusal(open(bad))).status]).toEqual([bad, 404]);
    }
  });

  test('and later messages have the new link', async () => {
    // This card can be saved, but charges to it are declined.
    const { visitor, id } = await guest('4000000000000341');
    const { driverId } = await driver(app);
    const { link } = await visitor.trpc.booking.renewGuestLink.mutate({ id });
    await readyToDeliver(staff, id, driverId);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const { rows } = await app.deps.db.client.execute({
      sql: "select body from outbox where appointment_id = ? and body like '%/d/%' and dedupe_key not like 'booked:%'",
      args: [id],
    });
    expect(rows).not.toBeEmpty();
    for (const { body } of rows) expect(String(body)).toContain(link);
  });
});

describe('a link ends', () => {
  test('30 days after the delivery, in every browser', async () => {
    const { visitor, id, token } = await guest();
    await visitor.trpc.booking.cancel.mutate({ id });
    const cancelledAt = app.clock.now();
    app.clock.set(cancelledAt + 30 * DAY - 1);
    expect(await open(token)).toMatchObject({ id, status: 'cancelled' });
    app.clock.set(cancelledAt + 30 * DAY);
    await refuseEverywhere(token, id);
    expect((await refusal(visitor.trpc.booking.get.query({ id }))).status).toBe(401);
    expect(await visitor.trpc.booking.guestLink.query()).toBeNull();
  });

  test("but not while there's a balance", async () => {
    const { id, token } = await guest();
    await app.deps.db.client.execute({
      sql: "update appointments set status = 'completed', completed_at = ?, remaining_balance_cents = 500 where id = ?",
      args: [app.clock.now(), id],
    });
    app.clock.advance(400 * DAY);
    expect(await open(token)).toMatchObject({ id });
    await app.deps.db.client.execute({
      sql: 'update appointments set remaining_balance_cents = 0, balance_paid = 1 where id = ?',
      args: [id],
    });
    await refuseEverywhere(token, id);
  });
});
