/**
 * Tests what a booking and its card cost with a server that bills rows. Other people's recent holds
 * and tries must not be read again each time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { APPOINTMENT_STATUSES } from '@/domain/appointment/status';
import { addDays } from '@/domain/dates';
import { TIME_SLOT_LABELS } from '@/domain/slots/time-slots';
import { customer, ORDER } from '../support/actors';
import { type TestApp, TODAY } from '../support/app';
import { startBehindLine } from '../support/behind-line';
import { type CountingLine, layCountingLine } from '../support/counting-line';
import { fillSeason } from '../support/season';
import { sqldName, sqldPath } from '../support/sqld';
import type { Visitor } from '../support/visitor';

const MINUTE = 60_000;
/** Other people's appointments in the booking window, each with a tried card. */
const OTHERS = 300;
/** Of these appointments, the ones that are held right now. */
const OPEN = 10;
/** Of these appointments, the ones in the customer's own time slot. Half of them are cancelled. */
const BESIDE = 40;
/** The customer's own earlier bookings, which the limits count by account and by phone. */
const OWN = 4;
/**
 * The maximum number of rows that each call about a card reads: for a first card, and for the same
 * card typed again.
 */
const MOST = {
  // One row says whether the account pays by invoice.
  authorize: { first: 37, again: 42 },
  confirm: { first: 42, again: 53 },
  // The screen that stores the terms isn't involved here, so the call reads the texts that the
  // terms name. The message that it adds reads the company's name.
  useSavedCard: { first: 38, again: 40 },
};

/** Books before and after the other customers' appointments are added. */
const QUIET = addDays(TODAY, 3);
const CROWDED = addDays(TODAY, 4);

type Rows = Record<'book' | 'authorize' | 'confirm' | 'useSavedCard', number>;

test('the name of every status but cancelled sorts after it, as the count of a time slot assumes', () =>
  expect(APPOINTMENT_STATUSES.toSorted()[0]).toBe('cancelled'));

describe.skipIf(!sqldPath())(sqldName, () => {
  let line: CountingLine;
  let close: () => Promise<void>;
  let app: TestApp;
  let sam: Visitor;
  let quiet: Rows;
  let crowded: Rows;

  beforeAll(async () => {
    ({ app, line, close } = await startBehindLine(layCountingLine, {
      settings: { limitFactor: 1 },
      capacity: 50,
    }));
    sam = await customer(app);
    quiet = await rowsOfCalls(QUIET);
    app.clock.advance(20 * MINUTE);
    await bringOthers();
    crowded = await rowsOfCalls(CROWDED);
  });
  afterAll(() => close());

  /**
   * The rows that a customer's calls read from the booking to the card, after the page has read the
   * time slots.
   */
  async function rowsOfCalls(date: string): Promise<Rows> {
    const { booking, slots, account } = sam.trpc;
    const rows = {} as Rows;
    async function counted<T>(call: keyof Rows, ask: () => Promise<T>): Promise<T> {
      line.take();
      const answer = await ask();
      rows[call] = line.take().rows;
      return answer;
    }
    await slots.window.query();
    const { appointment } = await counted('book', () => booking.create.mutate({ ...ORDER, date }));
    const appointmentId = appointment.id;
    const authorization = await counted('authorize', () =>
      booking.createPaymentAuthorization.mutate({ appointmentId }),
    );
    await sam.enterCard(authorization);
    const setupIntentId = authorization.setupIntentId ?? '';
    await counted('confirm', () =>
      booking.confirmPaymentSetup.mutate({ appointmentId, setupIntentId }),
    );
    const { appointment: second } = await booking.create.mutate({ ...ORDER, date });
    const [card] = await account.cards.query();
    await counted('useSavedCard', () =>
      booking.useSavedCard.mutate({ appointmentId: second.id, paymentMethodId: card?.id ?? '' }),
    );
    return rows;
  }

  /**
   * Adds holds that are cancelled, expired, or open, each with a card that was tried within the
   * last day.
   */
  async function bringOthers(): Promise<void> {
    const now = app.clock.now();
    const days = { today: addDays(TODAY, 5), now };
    await fillSeason(app.deps.db, {
      ...days,
      customers: 50,
      appointments: OTHERS,
      upcomingOneIn: 1,
    });
    const others = "id like 'apt-%'";
    const number = 'cast(substr(id, 5) as integer)';
    await app.deps.db.client.batch([
      `update appointments set created_at = ${now} - 65 * ${MINUTE} - ${number} * 2 * ${MINUTE},
        held_by_browser = id, held_by_phone = id, held_by_address = id,
        status = iif(${number} % 2, 'cancelled', 'pending'), payment_method_stored = 0 where ${others}`,
      `update appointments set hold_expires_at = created_at + 15 * ${MINUTE} where ${others}`,
      `update appointments set created_at = ${now} - ${MINUTE}, hold_expires_at = ${now} + 14 * ${MINUTE},
        status = 'pending' where ${others} and ${number} < ${OPEN}`,
      {
        sql: `update appointments set date = ?, slot_index = ? where ${others} and ${number} >= ${OTHERS - BESIDE}`,
        args: [CROWDED, TIME_SLOT_LABELS.indexOf(ORDER.time)],
      },
      `insert into card_tries (id, appointment_id, account, phone, address, at)
        select id || ':1', id, user_id, held_by_phone, held_by_address, created_at
        from appointments where ${others} and ${number} >= ${OPEN}`,
    ]);
  }

  test.each(['authorize', 'confirm', 'useSavedCard'] as const)(
    "other people's holds and tries aren't read for %s",
    (call) => {
      expect(quiet[call]).toBeLessThanOrEqual(MOST[call].first);
      expect(crowded[call]).toBeLessThanOrEqual(MOST[call].again);
    },
  );

  test("a booking reads only its time slot's appointments and the open holds elsewhere", () =>
    expect(crowded.book - quiet.book).toBeLessThanOrEqual(OPEN + BESIDE / 2 + OWN));

  // Four of these rows find the place of the address (one for each of its words) and the service area. Three
  // are the owner's hours, one has the market price that applies, and one belongs to the trigger that
  // notes what a completed delivery took from a truck.
  test('the first booking of a time slot reads at most 33 rows', () =>
    expect(quiet.book).toBeLessThanOrEqual(33));
});
