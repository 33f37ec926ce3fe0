import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import { cents, NO_CENTS } from '@/domain/money';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { addingCharge } from '@/server/modules/payments/charges/charges.repository';
import { admin, book, customer, ORDER, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
});
afterAll(() => app.close());

/** Records `count` deliveries of a customer, completed an hour apart. */
async function delivered(visitor: Visitor, count: number) {
  const userId = (await visitor.trpc.auth.me.query())?.id ?? '';
  for (let index = 0; index < count; index += 1) {
    const id = `${userId}-${index}`;
    const at = app.clock.now() - (count - index) * 3_600_000;
    await app.deps.db.client.execute({
      sql: `insert into appointments (id, public_code, user_id, date, slot_index, status, location, fuel_type,
              unit_price_cents, total_price_cents, total_paid_cents, balance_paid, completed_at, created_at, updated_at)
            values (?, ?, ?, '2026-05-01', 0, 'completed', 'Dock', 'Regular', 410, 1000, 1000, 1, ?, ?, ?)`,
      args: [id, `C-${id}`, userId, at, at, at],
    });
    await app.deps.db.write((orm) =>
      addingCharge({
        id,
        appointmentId: id,
        amountCents: cents(1000),
        lines: { fuel: cents(1000), ice: NO_CENTS, delivery: NO_CENTS, discount: NO_CENTS },
        state: 'succeeded',
        createdAt: at,
        updatedAt: at,
      })(orm),
    );
  }
}

describe('the history of deliveries', () => {
  test('shows the lines, the photos and the payment of a completed delivery', async () => {
    const sam = await customer(app);
    const id = await book(sam);
    expect((await sam.trpc.booking.history.query({})).total).toBe(0);
    await readyToDeliver(staff, id);
    const photo = await picture();
    await staff.trpc.admin.complete.mutate({
      id,
      actualGallons: 18.5,
      receiptPhoto: photo,
      fuelPhoto: photo,
    });
    const { deliveries, total, pageSize } = await sam.trpc.booking.history.query({});
    expect([total, pageSize]).toEqual([1, 20]);
    expect(deliveries[0]).toMatchObject({
      id,
      fuelTotalCents: 7585,
      iceTotalCents: 1700,
      deliveryFeeCents: 3000,
      totalPriceCents: 12_285,
      totalPaidCents: 12_285,
      paymentChip: 'Paid by card',
      chargeError: null,
      cardLast4: '4242',
    });
    expect(deliveries[0]?.photos.map((one) => one.kind).sort()).toEqual(['fuel', 'receipt']);
    for (const one of deliveries[0]?.photos ?? []) {
      expect((await sam.fetch(`/api/photos/${one.id}`)).status).toBe(200);
    }
    expect(await sam.trpc.booking.get.query({ id })).toEqual(deliveries[0]!);
    expect(await sam.trpc.booking.recentCompleted.query()).toEqual(deliveries);
    expect(JSON.stringify(deliveries)).not.toContain('base64');
  });

  test('has pages of twenty, the last delivery first, and five in the profile', async () => {
    const sam = await customer(app);
    await delivered(sam, 23);
    const first = await sam.trpc.booking.history.query({ page: 1 });
    const second = await sam.trpc.booking.history.query({ page: 2 });
    expect(first.total).toBe(23);
    expect([first.deliveries.length, second.deliveries.length]).toEqual([20, 3]);
    const times = [...first.deliveries, ...second.deliveries].map((one) => one.completedAt ?? 0);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await sam.trpc.booking.history.query({ page: 3 })).deliveries).toEqual([]);
    const recent = await sam.trpc.booking.recentCompleted.query();
    expect(recent.map((one) => one.id)).toEqual(first.deliveries.slice(0, 5).map((one) => one.id));
  });

  test("shows only the caller's own deliveries", async () => {
    const [sam, other] = [await customer(app), await customer(app)];
    await delivered(sam, 1);
    const [mine] = await sam.trpc.booking.recentCompleted.query();
    expect(await other.trpc.booking.recentCompleted.query()).toEqual([]);
    expect((await other.trpc.booking.history.query({})).total).toBe(0);
    expect(await refusal(other.trpc.booking.get.query({ id: mine?.id ?? '' }))).toMatchObject({
      status: 404,
      message: 'We couldn’t find that appointment.',
    });
    const stranger = app.visitor().trpc.booking;
    for (const answer of await refusals([
      stranger.history.query({}),
      stranger.recentCompleted.query(),
    ])) {
      expect(answer.status).toBe(401);
    }
  });

  test.each([0, -1, 1.5, 1_000_000])('page %p is refused', async (page) => {
    const sam = await customer(app);
    expect(await refusal(sam.trpc.booking.history.query({ page }))).toMatchObject({
      status: 400,
      message: 'Please enter a page number of 1 or higher.',
    });
  });
});

describe('a guest with a manage link', () => {
  /** The only call that a guest makes from another browser, with nothing but the link. */
  async function withLink(token: string, path: string, method = 'GET') {
    const answer = await app.visitor().fetch(path, {
      method,
      headers: { 'x-manage-token': token },
    });
    return { status: answer.status, body: await answer.json() };
  }
  const get = (id: string) =>
    `/api/trpc/booking.get?input=${encodeURIComponent(JSON.stringify({ json: { id } }))}`;

  test('sees and cancels that appointment from any browser', async () => {
    const guest = app.visitor();
    const { appointment, manageToken } = await guest.trpc.booking.create.mutate({
      ...ORDER,
      time: '12:00 PM - 2:00 PM',
      customerPhone: '(269) 555-0199',
    });
    const token = manageToken ?? '';
    const { id } = appointment;
    const listed = await withLink(token, '/api/appointments');
    expect(listed.body.map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await withLink(token, get(id))).body.result.data.json).toMatchObject({
      id,
      photos: [],
      paymentChip: 'No card',
    });
    // The browser that booked gets the same with its cookie.
    expect(await guest.trpc.booking.get.query({ id })).toMatchObject({ id });
    expect((await guest.trpc.booking.list.query()).map((one) => one.id)).toEqual([id]);

    const cancelled = await withLink(token, `/api/appointments/${id}`, 'DELETE');
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect((await withLink(token, '/api/appointments')).body).toEqual([]);
    expect((await withLink(token, get(id))).body.result.data.json.status).toBe('cancelled');
  });

  test("can't open another appointment, and nothing with a changed link", async () => {
    const sam = await customer(app);
    const guest = app.visitor();
    const theirs = await book(sam, { date: '2026-06-15' });
    const { appointment, manageToken } = await guest.trpc.booking.create.mutate({
      ...ORDER,
      time: '2:00 PM - 4:00 PM',
      customerPhone: '(269) 555-0199',
    });
    const token = manageToken ?? '';
    expect((await withLink(token, get(theirs))).status).toBe(404);
    expect((await withLink(token, `/api/appointments/${theirs}`, 'DELETE')).status).toBe(404);
    const [, signature = ''] = token.split('.');
    for (const bad of [
      `${theirs}.${signature}`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      appointment.id,
      'nonsense',
    ]) {
      expect((await withLink(bad, get(appointment.id))).status).toBe(401);
      expect((await withLink(bad, '/api/appointments')).body).toEqual([]);
    }
  });

  test('opens the appointment with the link of an email', async () => {
    const guest = app.visitor();
    const email = 'guest@lake.example';
    const id = await book(guest, {
      date: '2026-06-17',
      customerPhone: '(269) 555-0199',
      customerEmail: email,
    });
    await sendOutbox(app);
    const text = app.mails.findLast((mail) => mail.to === email)?.text ?? '';
    const [, token = ''] = /http:\/\/dockside\.test\/d\/(\S+)/.exec(text) ?? [];
    const browser = app.visitor();
    expect(await browser.trpc.booking.manage.mutate({ token })).toMatchObject({ id });
    expect((await browser.trpc.booking.list.query()).map((one) => one.id)).toEqual([id]);
    expect((await refusal(browser.trpc.booking.cancel.mutate({ id }))).status).toBe(403);
    await browser.trpc.booking.provePhone.mutate({ id, lastDigits: '0199' });
    expect(await browser.trpc.booking.cancel.mutate({ id })).toMatchObject({ status: 'cancelled' });
    for (const [bad, status, message] of [
      [`${id}.x`, 404, LINK_MESSAGES.closed],
      ['', 400, 'The link is incomplete.'],
      ['x'.repeat(201), 400, 'The link is too long.'],
    ] as const) {
      expect(await refusal(browser.trpc.booking.manage.mutate({ token: bad }))).toMatchObject({
        status,
        message,
      });
    }
  });

  test('finds the link again only in the browser that booked', async () => {
    const guest = app.visitor();
    const id = await book(guest, { date: '2026-06-18', customerPhone: '(269) 555-0199' });
    const link = await guest.trpc.booking.guestLink.query();
    const [, token = ''] = /^http:\/\/dockside\.test\/d\/(\S+)$/.exec(link ?? '') ?? [];
    expect(await app.visitor().trpc.booking.manage.mutate({ token })).toMatchObject({ id });
    expect(await app.visitor().trpc.booking.guestLink.query()).toBeNull();
    expect(await (await customer(app)).trpc.booking.guestLink.query()).toBeNull();
  });

  test("can also open it while signed in, along with the account's deliveries", async () => {
    const { manageToken } = await app.visitor().trpc.booking.create.mutate({
      ...ORDER,
      date: '2026-06-19',
      customerPhone: '(269) 555-0199',
    });
    const sam = await customer(app);
    const own = await book(sam, { date: '2026-06-20' });
    const { id } = await sam.trpc.booking.manage.mutate({ token: manageToken ?? '' });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({ id });
    expect(await sam.trpc.booking.get.query({ id: own })).toMatchObject({ id: own });
    expect((await sam.trpc.booking.list.query()).map((one) => one.id)).toEqual([own]);
    expect(await sam.trpc.booking.cancel.mutate({ id })).toMatchObject({ status: 'cancelled' });
  });

  test('sees the delivery in the history', async () => {
    const guest = app.visitor();
    const id = await book(guest, { date: '2026-06-16', customerPhone: '(269) 555-0199' });
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const { deliveries } = await guest.trpc.booking.history.query({});
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]).toMatchObject({
      id,
      paymentChip: 'Paid by card',
      totalPaidCents: 12_900,
    });
  });
});
