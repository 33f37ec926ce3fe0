/** What people and chance do, to the product and to the model at once. */
import { expect } from 'bun:test';
import * as fc from 'fast-check';
import { sweepCharges } from '@/server/modules/payments/charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile.usecases';
import { ORDER } from '../support/actors';
import { refusal } from '../support/visitor';
import type { FaultApp } from './fault-app';
import {
  type Booking,
  type Card,
  HOLD_MS,
  hasPlace,
  keep,
  type Model,
  occupies,
  settle,
  totalOf,
  WINDOWS,
} from './plain-model';

export type Real = {
  app: FaultApp;
  /** Compares the whole database with the model. */
  compare(model: Model): Promise<void>;
  executed: number;
};
type Command = fc.AsyncCommand<Model, Real>;

const NUMBERS: Record<Card, string> = {
  good: '4242424242424242',
  'declines-later': '4000000000000341',
};

/** A command on one of the bookings for which it makes sense. */
function onBooking(
  name: string,
  pick: number,
  fits: (booking: Booking, model: Model) => boolean,
  run: (booking: Booking, model: Model, real: Real) => Promise<void>,
): Command {
  const chosen = (model: Readonly<Model>) => {
    const fitting = model.bookings.filter((booking) => fits(booking, model));
    return fitting[pick % Math.max(1, fitting.length)];
  };
  return {
    check: (model) => chosen(model) !== undefined,
    async run(model, real) {
      const booking = chosen(model);
      if (booking) await run(booking, model, real);
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => `${name}(${pick})`,
  };
}

function orderFor(window: number, gallons: number) {
  const { date, time } = WINDOWS[window] ?? WINDOWS[0];
  return { ...ORDER, date, time, estimatedGallons: gallons };
}

function book(window: number, gallons: number): Command {
  return {
    check: () => true,
    async run(model, real) {
      const call = real.app.sam.trpc.booking.create.mutate(orderFor(window, gallons));
      if (hasPlace(model, window)) {
        const { appointment } = await call;
        model.bookings.push({
          id: appointment.id,
          window,
          status: 'pending',
          holdUntil: model.now + HOLD_MS,
          card: null,
          unheardCard: null,
          debt: 'none',
          totalCents: totalOf(gallons),
          refundedCents: 0,
        });
      } else {
        expect(await refusal(call)).toMatchObject({ status: 409, reason: 'slot_taken' });
      }
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => `book(${window}, ${gallons})`,
  };
}

const saveCard = (pick: number, card: Card, comesBack: boolean) =>
  onBooking(
    `saveCard:${card}:${comesBack ? 'and says so' : 'and is gone'}`,
    pick,
    (booking) =>
      booking.card === null &&
      booking.unheardCard === null &&
      ['pending', 'confirmed', 'scheduled', 'en_route'].includes(booking.status),
    async (booking, model, { app: { sam } }) => {
      const appointmentId = booking.id;
      const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
        appointmentId,
      });
      const setupIntentId = authorization.setupIntentId ?? '';
      expect((await sam.enterCard(authorization, NUMBERS[card])).ok).toBe(true);
      model.cardsEntered += 1;
      booking.unheardCard = { card, order: model.cardsEntered };
      if (!comesBack) return;
      const call = sam.trpc.booking.confirmPaymentSetup.mutate({ appointmentId, setupIntentId });
      if (keep(model, booking, card)) await call;
      else expect(await refusal(call)).toMatchObject({ reason: 'slot_taken' });
    },
  );

const move = (pick: number, window: number) =>
  onBooking(
    `move→${window}`,
    pick,
    (booking) => booking.status !== 'cancelled',
    async (booking, model, { app }) => {
      const gallons = 10 + (pick % 30);
      const call = app.sam.trpc.booking.modify.mutate({
        id: booking.id,
        ...orderFor(window, gallons),
      });
      const open = ['pending', 'confirmed', 'scheduled'].includes(booking.status);
      if (open && (window === booking.window || hasPlace(model, window, booking))) {
        await call;
        booking.window = window;
        booking.totalCents = totalOf(gallons);
      } else {
        expect(await refusal(call)).toMatchObject({ status: 409 });
      }
    },
  );

const cancel = (pick: number) =>
  onBooking(
    'cancel',
    pick,
    () => true,
    async (booking, _model, { app }) => {
      const call = app.sam.trpc.booking.cancel.mutate({ id: booking.id });
      if (booking.status === 'en_route' || booking.status === 'completed') {
        expect(await refusal(call)).toMatchObject({ status: 409 });
        return;
      }
      await call;
      booking.status = 'cancelled';
    },
  );

/** Staff decide about a booking that has its place; one whose hold ran out is left alone here. */
const confirm = (pick: number) =>
  onBooking(
    'confirm',
    pick,
    (booking, model) => booking.status === 'pending' && occupies(booking, model.now),
    async (booking, _model, { app }) => {
      const { id } = booking;
      if (booking.card === null)
        expect(await refusal(app.staff.trpc.admin.confirm.mutate({ id }))).toMatchObject({
          status: 409,
          details: { needsReason: true },
        });
      await app.staff.trpc.admin.confirm.mutate({ id, noCardReason: 'pays at the dock' });
      booking.status = 'confirmed';
      booking.holdUntil = null;
    },
  );

const schedule = (pick: number) =>
  onBooking(
    'schedule',
    pick,
    (booking) => booking.status === 'confirmed',
    async (booking, _model, { app }) => {
      await app.staff.trpc.admin.schedule.mutate({ id: booking.id });
      booking.status = 'scheduled';
    },
  );

const setOff = (pick: number) =>
  onBooking(
    'setOff',
    pick,
    (booking) => booking.status === 'scheduled',
    async (booking, _model, { app }) => {
      await app.staff.trpc.driver.enRoute.mutate({ id: booking.id });
      booking.status = 'en_route';
    },
  );

const FAULTS = [null, 'lost-reply', 'lost-request', 'cut-body', '503', '429'] as const;

const complete = (pick: number, gallons: number, fault: (typeof FAULTS)[number], early: boolean) =>
  onBooking(
    `complete:${gallons}:${fault ?? 'well'}`,
    pick,
    (booking) => booking.status !== 'cancelled',
    async (booking, _model, { app }) => {
      const path = early ? '/v1/payment_intents' : '/v1/payment_intents/*/confirm';
      const call = () =>
        app.staff.trpc.admin.complete.mutate({ id: booking.id, actualGallons: gallons });
      if (booking.status === 'completed') {
        // Again: nothing changes, whatever is said to have been delivered.
        if (booking.debt !== 'open') await call();
        return;
      }
      if (booking.status !== 'scheduled' && booking.status !== 'en_route') {
        expect(await refusal(call())).toMatchObject({ status: 409 });
        return;
      }
      if (fault) await app.fail('POST', path, fault, { count: 1 });
      const result = await call();
      await app.heal();
      booking.status = 'completed';
      booking.totalCents = totalOf(gallons);
      if (fault && booking.card) booking.debt = 'open';
      else settle(booking);
      expect(result).toMatchObject({
        totalPriceCents: booking.totalCents,
        balancePaid: booking.debt === 'paid',
      });
    },
  );

const pay = (pick: number, good: boolean) =>
  onBooking(
    `pay:${good ? 'good' : 'declined'}`,
    pick,
    (booking) => booking.status === 'completed' && booking.debt !== 'open',
    async (booking, _model, { app }) => {
      const begin = app.sam.trpc.booking.createBalancePayment.mutate({
        appointmentId: booking.id,
        remainingAmount: booking.totalCents / 100,
      });
      if (booking.debt !== 'owed') {
        expect(await refusal(begin)).toMatchObject({ status: 409 });
        return;
      }
      const payment = await begin;
      expect(payment.amountCents).toBe(booking.totalCents);
      const paid = await payInBrowser(
        app,
        payment,
        good ? 'pm_card_visa' : 'pm_card_visa_chargeDeclined',
      );
      expect(paid).toBe(good);
      const say = app.sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: booking.id });
      if (good) await say;
      else expect(await refusal(say)).toMatchObject({ status: 402 });
      if (good) booking.debt = 'paid';
    },
  );

/** Confirms as Stripe.js does; whether the card was charged. */
export async function payInBrowser(
  app: FaultApp,
  payment: { paymentIntentId: string; clientSecret: string },
  card: string,
): Promise<boolean> {
  const { sandbox } = app;
  const answer = await sandbox.browserFetch(
    new Request(`http://sandbox/v1/payment_intents/${payment.paymentIntentId}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: 'pk_test_dockside',
        client_secret: payment.clientSecret,
        payment_method: card,
      }),
    }),
  );
  return answer.ok;
}

function wait(minutes: number): Command {
  return {
    check: () => true,
    async run(model, real) {
      model.now += minutes * 60_000;
      real.app.clock.set(model.now);
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => `wait(${minutes})`,
  };
}

/** A minute later everything that went unheard is looked at: events in their order, then charges. */
function reconciled(): Command {
  return {
    check: () => true,
    async run(model, real) {
      model.now += 60_000;
      real.app.clock.set(model.now);
      const report = await reconcile(real.app);
      expect(report.unmended).toEqual([]);
      const unheard = model.bookings.flatMap((booking) =>
        booking.unheardCard ? [{ booking, ...booking.unheardCard }] : [],
      );
      for (const { booking, card } of unheard.sort((one, other) => one.order - other.order))
        keep(model, booking, card);
      for (const booking of model.bookings) if (booking.debt === 'open') settle(booking);
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => 'reconcile',
  };
}

/** Half a minute later the sweeper looks at every charge without an answer. */
function swept(): Command {
  return {
    check: (model) => model.bookings.some((booking) => booking.debt === 'open'),
    async run(model, real) {
      model.now += 30_000;
      real.app.clock.set(model.now);
      await sweepCharges(real.app);
      for (const booking of model.bookings) if (booking.debt === 'open') settle(booking);
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => 'sweep',
  };
}

const pick = fc.nat(1000);
const window = fc.nat(WINDOWS.length - 1);
const gallons = fc.integer({ min: 1, max: 70 });
const card = fc.constantFrom<Card>('good', 'good', 'good', 'declines-later');

/** Any command; those that lead on come oftener. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(window, gallons).map(([at, of]) => book(at, of)) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(pick, card, fc.constantFrom(true, true, true, false))
      .map(([which, kind, back]) => saveCard(which, kind, back)),
  },
  { weight: 3, arbitrary: fc.tuple(pick, window).map(([which, to]) => move(which, to)) },
  { weight: 2, arbitrary: pick.map(cancel) },
  { weight: 5, arbitrary: pick.map(confirm) },
  { weight: 5, arbitrary: pick.map(schedule) },
  { weight: 2, arbitrary: pick.map(setOff) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(pick, gallons, fc.constantFrom(...FAULTS), fc.boolean())
      .map(([which, of, fault, early]) => complete(which, of, fault, early)),
  },
  { weight: 4, arbitrary: fc.tuple(pick, fc.boolean()).map(([which, good]) => pay(which, good)) },
  { weight: 2, arbitrary: fc.constantFrom(1, 5, 16).map(wait) },
  { weight: 2, arbitrary: fc.constant(null).map(reconciled) },
  { weight: 2, arbitrary: fc.constant(null).map(swept) },
);
