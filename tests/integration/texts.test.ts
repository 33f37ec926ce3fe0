/** Tests the texts that customers get: from the first to the receipt, and who never gets one. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { insertRow } from '@/db/guarded-batch';
import { textNumbers, textsOff } from '@/db/schema';
import { RECIPIENT_LIMIT, TEXT_LIMIT } from '@/domain/limits';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import type { Trouble } from '@/server/ports/texts/local';
import { TextRefused } from '@/server/ports/texts/port';
import {
  admin,
  BOOKED_FOR,
  book,
  customer,
  driver,
  ORDER,
  readyToDeliver,
} from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

const PHONE = '(269) 555-0142';
const NUMBER = '+12695550142';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let app: TestApp;
let trouble: Trouble | null;
const start = async (settings = {}) => {
  app = await startTestApp({ capacity: 100, settings, texts: () => trouble });
};
beforeEach(async () => {
  trouble = null;
  await start();
});
afterEach(() => app.close());

const guestOrder = { ...ORDER, customerPhone: PHONE };
const bookAsGuest = (over = {}) => book(app.visitor(), { ...guestOrder, ...over });
const bodies = async () => (await app.texts()).map(({ body }) => body);
/** The texts without their links. */
const words = async () => (await bodies()).map((body) => body.replace(/https?:\S+/, '…'));
const waiting = async () => {
  const { rows } = await app.deps.db.client.execute(
    "select dedupe_key, recipient, next_attempt_at, given_up_at, last_error from outbox where channel = 'text' and sent_at is null order by created_at, id",
  );
  return rows;
};
const attention = async (staff: Visitor) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter(
    ({ kind }) => kind === 'message_refused',
  );

async function deliver(staff: Visitor, id: string) {
  const dana = await driver(app);
  await readyToDeliver(staff, id, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey: `set-out-of-${id}` });
  return dana;
}

test('a guest with a phone number is texted from the booking to the receipt', async () => {
  const id = await bookAsGuest();
  await sendOutbox(app);
  const staff = await admin(app);
  const dana = await deliver(staff, id);
  await sendOutbox(app);
  await dana.visitor.trpc.driver.complete.mutate({
    id,
    actionKey: 'completion-of-the-test',
    actualGallons: '20.5',
  });
  await sendOutbox(app);
  expect(await words()).toEqual([
    'Dockside: Delivery booked for Sun, Jun 14, 10:00 AM - 12:00 PM. … Reply STOP to opt out.',
    'Dockside: Your delivery is confirmed for Sun, Jun 14, 10:00 AM - 12:00 PM. …',
    expect.stringMatching(
      /^Dockside: Dana is on the way, arriving about \d+:\d\d [AP]M\. Follow here: …$/,
    ),
    expect.stringMatching(
      /^Dockside: We delivered 20\.5 gal, 3 ice bags\. Total \$\d+\.\d\d\. Receipt: …$/,
    ),
  ]);
  const [text] = await app.texts();
  expect(text?.to).toBe(NUMBER);
  const link = /https?:\S+/.exec(text?.body ?? '')?.[0] ?? '';
  expect(link).toMatch(/^http:\/\/dockside\.test\/d\/[0-9A-Za-z]{22}$/);
  // No email was possible, and none was tried.
  expect(app.mails).toEqual([]);
});

test('a text repeats nothing that a customer typed', async () => {
  await bookAsGuest({
    customerName: 'Win Money Now',
    location: 'Casino evil dock',
    slipNumber: 'XXX',
  });
  await sendOutbox(app);
  expect((await bodies()).join()).not.toMatch(/win|casino|evil|XXX/i);
});

test('a customer with an email address and a phone gets both, once each', async () => {
  const sam = await customer(app);
  await book(sam);
  await sendOutbox(app);
  await sendOutbox(app);
  expect((await app.texts()).map(({ to }) => to)).toEqual(['+12695550117']);
  expect(app.mails).toHaveLength(1);
});

test.each(['12345678901234', '(000) 000-0000', '+999 12345678'])(
  'a number that can’t get texts is no error for the booking: %s',
  async (customerPhone) => {
    trouble = 'number';
    await bookAsGuest({ customerPhone });
    await sendOutbox(app);
    expect(await bodies()).toEqual([]);
    expect((await waiting()).every(({ given_up_at }) => given_up_at !== null)).toBe(true);
  },
);

test('a foreign number is texted with its country code', async () => {
  await bookAsGuest({ customerPhone: '011 44 20 7946 0958 ext 3' });
  await sendOutbox(app);
  expect((await app.texts()).map(({ to }) => to)).toEqual(['+442079460958']);
});

describe('what strangers can cause', () => {
  const texts = async () =>
    (await app.deps.db.client.execute("select id from outbox where channel = 'text'")).rows.length;

  test('is 3 texts an hour and 8 a day to one number', async () => {
    await app.close();
    await start({ limitFactor: 1, trustProxy: 1, holdShare: 1 });
    let networks = 0;
    for (let hour = 0; hour < 24; hour += 6) {
      for (let count = 0; count < 5; count += 1) {
        networks += 1;
        const visitor = app.visitor();
        const fetch = visitor.fetch.bind(visitor);
        const address = `203.0.113.${networks}`;
        visitor.fetch = (path, init = {}) => {
          const headers = new Headers(init.headers);
          headers.set('x-forwarded-for', address);
          return fetch(path, { ...init, headers });
        };
        // Each way writes the number differently.
        const ways = [PHONE, '269.555.0142', '+1 269 555 0142', '1-269-555-0142 x3', '2695550142'];
        const customerPhone = ways[count];
        await book(visitor, { ...guestOrder, customerPhone }).catch(() => {});
        await app.deps.db.client.execute("update appointments set status = 'cancelled'");
      }
      expect(await texts()).toBe(
        Math.min(RECIPIENT_LIMIT.inHour * (hour / 6 + 1), RECIPIENT_LIMIT.inDay),
      );
      app.clock.advance(5 * HOUR + 59 * MINUTE);
    }
  }, 60_000);

  test('all kinds together are limited too', async () => {
    await app.close();
    await start({ limitFactor: 1 });
    const id = await bookAsGuest();
    const staff = await admin(app);
    for (let count = 0; count < TEXT_LIMIT.inHour + 5; count += 1) {
      app.clock.advance(1_000);
      await staff.trpc.admin.sendPayLink.mutate({ id }).catch(() => {});
    }
    expect(await texts()).toBeLessThanOrEqual(TEXT_LIMIT.inHour);
  });
});

describe('at night', () => {
  const NIGHT = Date.parse('2026-06-14T02:00:00Z');
  const MORNING = Date.parse('2026-06-14T12:00:00Z');

  test('an answer is texted, and news waits for the morning', async () => {
    app.clock.set(NIGHT);
    const id = await bookAsGuest({ date: '2026-06-15' });
    const staff = await admin(app);
    await staff.trpc.admin.confirm.mutate({ id });
    await sendOutbox(app);
    expect(await words()).toHaveLength(1);
    expect(await waiting()).toMatchObject([{ next_attempt_at: MORNING, given_up_at: null }]);
    app.clock.set(MORNING);
    await sendOutbox(app);
    expect((await words())[1]).toStartWith('Dockside: Your delivery is confirmed');
  });

  test('news that’s outdated in the morning is dropped', async () => {
    app.clock.set(NIGHT);
    const id = await bookAsGuest({ date: '2026-06-15' });
    const staff = await admin(app);
    await staff.trpc.admin.confirm.mutate({ id });
    await sendOutbox(app);
    await staff.trpc.booking.cancel.mutate({ id });
    app.clock.set(MORNING);
    await sendOutbox(app);
    expect((await words()).slice(1)).toEqual([
      expect.stringContaining('We had to cancel your delivery on Mon, Jun 15'),
    ]);
  });

  test('an answer that’s ten minutes late waits too', async () => {
    app.clock.set(NIGHT);
    await bookAsGuest({ date: '2026-06-15' });
    app.clock.advance(11 * MINUTE);
    await sendOutbox(app);
    expect(await words()).toEqual([]);
  });
});

describe('who doesn’t want texts', () => {
  test('gets none after STOP, and texts again after START', async () => {
    const write = (stoppedAt: number | null) =>
      app.deps.db.write((orm) =>
        insertRow(orm, textNumbers, { number: NUMBER, stoppedAt, changedAt: 1 }).onConflictDoUpdate(
          {
            target: textNumbers.number,
            set: { stoppedAt },
          },
        ),
      );
    await write(app.clock.now());
    await bookAsGuest();
    expect(await waiting()).toEqual([]);
    await write(null);
    await bookAsGuest();
    expect(await waiting()).toHaveLength(1);
  });

  test('gets none for a delivery or an account that turned them off, not even a waiting one', async () => {
    const id = await bookAsGuest();
    await app.deps.db.write((orm) => insertRow(orm, textsOff, { id, at: 1 }));
    await sendOutbox(app);
    expect(await bodies()).toEqual([]);
    const sam = await customer(app);
    const me = await sam.trpc.auth.me.query();
    await app.deps.db.write((orm) => insertRow(orm, textsOff, { id: me?.id ?? '', at: 1 }));
    await book(sam);
    expect((await waiting()).map(({ recipient }) => recipient)).toEqual([NUMBER]);
  });
});

describe('a provider that', () => {
  test('is down loses nothing', async () => {
    await bookAsGuest();
    const provider = app.deps.texts!;
    app.deps.texts = { ...provider, send: () => Promise.reject(new Error('down')) };
    await sendOutbox(app);
    app.clock.advance(10_000);
    await sendOutbox(app);
    app.deps.texts = provider;
    app.clock.advance(MINUTE);
    await sendOutbox(app);
    expect(await bodies()).toHaveLength(1);
  });

  test('lost its answer is asked before anything is sent again', async () => {
    await bookAsGuest();
    trouble = 'lost';
    await sendOutbox(app);
    expect(await waiting()).toHaveLength(1);
    trouble = null;
    app.clock.advance(10_000);
    await sendOutbox(app);
    expect(await waiting()).toEqual([]);
    expect(await bodies()).toHaveLength(1);
  });

  test('refuses the number is given up, and staff are asked to call', async () => {
    trouble = 'number';
    const id = await bookAsGuest();
    await sendOutbox(app);
    const staff = await admin(app);
    expect(await attention(staff)).toMatchObject([
      {
        appointmentId: id,
        reason: expect.stringContaining('The customer’s phone can’t receive texts'),
      },
    ]);
  });

  test('refuses the number is no news if the customer gets email', async () => {
    trouble = 'number';
    await book(await customer(app));
    await sendOutbox(app);
    expect(await attention(await admin(app))).toEqual([]);
  });

  test('reports that the owner replied STOP is believed', async () => {
    trouble = 'stopped';
    await bookAsGuest();
    await sendOutbox(app);
    trouble = null;
    await bookAsGuest();
    await sendOutbox(app);
    expect(await bodies()).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });

  test('fails for a day doesn’t surprise anyone later', async () => {
    await bookAsGuest({ date: '2026-06-20' });
    const provider = app.deps.texts!;
    app.deps.texts = { ...provider, send: () => Promise.reject(new Error('down')) };
    await sendOutbox(app);
    app.deps.texts = provider;
    app.clock.advance(25 * HOUR);
    await sendOutbox(app);
    expect(await bodies()).toEqual([]);
    expect(await waiting()).toMatchObject([{ last_error: 'late' }]);
  });
});

test('nothing is written if texts are off', async () => {
  app.deps.texts = null;
  await bookAsGuest();
  expect(await waiting()).toEqual([]);
});

test('an error of the provider has no number', () => {
  expect(new TextRefused('number', 21614).message).toBe('number (21614)');
});

describe('staff and drivers learn whether a message reached the customer', () => {
  const STOP = () =>
    app.deps.db.write((orm) =>
      insertRow(orm, textNumbers, { number: NUMBER, stoppedAt: 1, changedAt: 1 }),
    );

  test('a guest with a phone number is notified, and not after STOP', async () => {
    const staff = await admin(app);
    const { visitor, driverId } = await driver(app);
    const enRoute = async () => {
      const id = await bookAsGuest();
      const confirmed = await staff.trpc.admin.confirm.mutate({ id });
      await staff.trpc.admin.schedule.mutate({ id, driverId });
      const left = await visitor.trpc.driver.enRoute.mutate({ id, actionKey: `left-for-${id}` });
      const { deliveries } = await visitor.trpc.driver.day.query({});
      const listed = deliveries.find((one) => one.id === id);
      const back = await visitor.trpc.driver.undoEnRoute.mutate({ id });
      const { moves } = await staff.trpc.admin.proposeMoves.query({ date: ORDER.date });
      const moved = moves.find((one) => one.id === id);
      const cancelled = await staff.trpc.admin.cancel.mutate({ id });
      return [
        confirmed.customerNotified,
        left.customerNotified,
        listed?.customerReachable,
        back.customerNotified,
        moved?.customerReachable,
        cancelled.customerNotified,
      ];
    };
    expect(await enRoute()).toEqual([true, true, true, true, true, true]);
    await STOP();
    expect(await enRoute()).toEqual([false, false, false, false, false, false]);
    app.deps.texts = null;
    expect(await enRoute()).toEqual([false, false, false, false, false, false]);
  });

  test('a caller gets the card link by text, and staff see where the payment link went', async () => {
    const staff = await admin(app);
    const booked = await staff.trpc.admin.bookForCustomer.mutate({
      ...BOOKED_FOR,
      customerPhone: PHONE,
    });
    expect(booked.customerNotified).toBe(true);
    const { sentTo } = await staff.trpc.admin.sendPayLink.mutate({ id: booked.id });
    expect(sentTo).toBe(PHONE);
    await sendOutbox(app);
    expect(await words()).toEqual([
      'Dockside: Delivery booked for Sun, Jun 14. Add your card: … Reply STOP to opt out.',
      expect.stringMatching(/^Dockside: Add a card for /),
    ]);
    expect((await bodies()).every((body) => body.includes('?pay=now'))).toBe(true);
    await STOP();
    await expect(staff.trpc.admin.sendPayLink.mutate({ id: booked.id })).rejects.toThrow(
      'We can’t email or text this customer.',
    );
  });
});

describe('a customer’s choice', () => {
  test('of an account applies to all of its deliveries', async () => {
    const sam = await customer(app);
    expect(await sam.trpc.account.texts.query()).toEqual({
      phone: '(269) 555-0117',
      isOn: true,
      isStopped: false,
    });
    const id = await book(sam);
    expect(await sam.trpc.account.setTexts.mutate({ isOn: false })).toMatchObject({ isOn: false });
    expect(await sam.trpc.booking.texts.query({ id })).toMatchObject({ isOn: false });
    await book(sam);
    await sendOutbox(app);
    expect(await bodies()).toEqual([]);
    await sam.trpc.account.setTexts.mutate({ isOn: true });
    await book(sam);
    await sendOutbox(app);
    expect(await bodies()).toHaveLength(1);
  });

  test('of one delivery applies only to that one, and is saved once', async () => {
    const guest = app.visitor();
    const id = await book(guest, guestOrder);
    await guest.trpc.booking.setTexts.mutate({ id, isOn: false });
    await guest.trpc.booking.setTexts.mutate({ id, isOn: false });
    await book(guest, guestOrder);
    await sendOutbox(app);
    expect(await bodies()).toHaveLength(1);
    const { history } = await (await admin(app)).trpc.admin.appointment.query({ id });
    const changes = history.filter(({ action }) => action === 'appointment.texts_changed');
    expect(changes).toMatchObject([{ after: { texts: false } }]);
  });

  test('doesn’t undo a STOP', async () => {
    const guest = app.visitor();
    const id = await book(guest, guestOrder);
    await app.deps.db.write((orm) =>
      insertRow(orm, textNumbers, { number: NUMBER, stoppedAt: 1, changedAt: 1 }),
    );
    const choice = await guest.trpc.booking.setTexts.mutate({ id, isOn: true });
    expect(choice).toEqual({ phone: PHONE, isOn: true, isStopped: true });
    await sendOutbox(app);
    expect(await bodies()).toEqual([]);
  });

  test('isn’t asked for if no texts are sent', async () => {
    const sam = await customer(app);
    app.deps.texts = null;
    expect(await sam.trpc.account.texts.query()).toMatchObject({ phone: null });
  });
});
