/** Commands on a delivery's payments, even while Stripe doesn't answer. */
import { expect } from 'bun:test';
import { payInBrowser } from '../support/paying';
import { refusal } from '../support/visitor';
import type { FaultApp } from './fault-app';
import { onAppointment } from './model-command';
import {
  changeOf,
  charge,
  givesBack,
  isFarFrom,
  isWithinQuarter,
  lowers,
  owedOf,
  type PlainAppointment,
  type PlainCharge,
  paidOf,
  pays,
  raises,
  refundedOf,
  settle,
  totalOf,
} from './plain-model';

export const FAULTS = [null, 'lost-reply', 'lost-request', 'cut-body', '503', '429'] as const;

export const complete = (
  pick: number,
  gallons: number,
  fault: (typeof FAULTS)[number],
  early: boolean,
) =>
  onAppointment(
    `complete:${gallons}:${fault ?? 'well'}`,
    pick,
    // The appointment may be one that isn't scheduled, or one that's already completed.
    (appointment) =>
      pick % 4 === 0
        ? appointment.status !== 'cancelled'
        : appointment.status === 'scheduled' || appointment.status === 'en_route',
    async (appointment, _model, { app }) => {
      const path = early ? '/v1/payment_intents' : '/v1/payment_intents/*/confirm';
      const send = (confirmedTotal?: number) =>
        app.staff.trpc.admin.complete.mutate({
          id: appointment.id,
          actualGallons: gallons,
          confirmedTotal,
        });
      const call = () => send();
      if (appointment.status === 'completed') {
        // A second completion changes nothing, whatever its amounts are.
        if (appointment.debt !== 'open') await call();
        return;
      }
      if (appointment.status !== 'scheduled' && appointment.status !== 'en_route') {
        expect(await refusal(call())).toMatchObject({ status: 409 });
        return;
      }
      const isFar = isFarFrom(appointment, gallons);
      // However the commands are ordered, nothing above the amount that a person confirmed is
      // charged.
      if (isFar) expect(await refusal(call())).toMatchObject({ reason: 'needs_confirmation' });
      if (fault) await app.fail('POST', path, fault, { count: 1 });
      const result = await (isFar ? send(totalOf(gallons) / 100) : call());
      await app.heal();
      appointment.status = 'completed';
      appointment.totalCents = totalOf(gallons);
      appointment.charges = [charge('delivery', appointment.totalCents)];
      if (fault && appointment.card) appointment.debt = 'open';
      else settle(appointment);
      expect(result).toMatchObject({
        totalPriceCents: appointment.totalCents,
        balancePaid: appointment.debt === 'paid',
      });
    },
  );

export const pay = (pick: number, good: boolean) =>
  onAppointment(
    `pay:${good ? 'good' : 'declined'}`,
    pick,
    (appointment) =>
      appointment.debt === 'owed' ||
      (pick % 4 === 0 && appointment.status === 'completed' && appointment.debt !== 'open'),
    async (appointment, _model, { app }) => {
      const begin = app.sam.trpc.booking.createBalancePayment.mutate({
        appointmentId: appointment.id,
        remainingAmount: (owedOf(appointment) || appointment.totalCents) / 100,
      });
      if (appointment.debt !== 'owed') {
        expect(await refusal(begin)).toMatchObject({ status: 409 });
        return;
      }
      const payment = await begin;
      expect(payment.amountCents).toBe(owedOf(appointment));
      const paymentMethodId = good ? 'pm_card_visa' : 'pm_card_visa_chargeDeclined';
      const { status } = await payInBrowser(app, payment.clientSecret, { paymentMethodId });
      expect(status).toBe(good ? 200 : 402);
      const say = app.sam.trpc.booking.confirmBalancePayment.mutate({
        appointmentId: appointment.id,
      });
      if (good) await say;
      else expect(await refusal(say)).toMatchObject({ status: 402 });
      if (good) pays(appointment, 'card');
    },
  );

/** Charges the saved card again. The answer is the same as before. */
export const retry = (pick: number) =>
  onAppointment(
    'retry',
    pick,
    (appointment) => appointment.status === 'completed' && appointment.debt !== 'open',
    async (appointment, _model, { app }) => {
      const call = app.staff.trpc.admin.retryCharge.mutate({ id: appointment.id });
      const isOpen = ({ way }: PlainCharge) => way === null;
      const isCorrection = appointment.charges.find(isOpen)?.kind === 'correction';
      const isAgreed = !isCorrection || isWithinQuarter(appointment, owedOf(appointment));
      if (appointment.debt === 'owed' && appointment.card && isAgreed) {
        await call;
        settle(appointment);
      } else {
        expect(await refusal(call)).toMatchObject({ status: 409 });
      }
    },
  );

export const payCash = (pick: number) =>
  onAppointment(
    'payCash',
    pick,
    (appointment) => appointment.debt === 'owed' || appointment.debt === 'paid',
    async (appointment, _model, { app }) => {
      const call = app.staff.trpc.admin.recordCash.mutate({ id: appointment.id });
      if (appointment.debt === 'paid') {
        expect(await refusal(call)).toMatchObject({ status: 409 });
        return;
      }
      await call;
      pays(appointment, 'cash');
    },
  );

/**
 * Tries to record cash that must be refused: more than is owed, or while Stripe doesn't confirm
 * that the card payment is closed. The debt doesn't change, and later commands work as if nothing
 * had been tried.
 */
export const refuseCash = (pick: number, how: 'too much' | 'lost-reply' | 'cut-body' | '503') =>
  onAppointment(
    `refuseCash:${how}`,
    pick,
    ({ debt }) => debt === 'owed',
    async (appointment, _model, { app }) => {
      const { id } = appointment;
      if (how === 'too much') {
        const amount = ((owedOf(appointment) + 1) / 100).toFixed(2);
        const requestId = `too-much-of-the-model-${pick}`;
        const call = app.staff.trpc.admin.recordCash.mutate({ id, amount, requestId });
        expect(await refusal(call)).toMatchObject({ status: 409 });
        return;
      }
      // Without a payment at Stripe, there's nothing to close. A closed payment is closed again.
      const hasPayment = linesOf(app, appointment).length > 0;
      await app.fail('POST', '/v1/payment_intents/*/cancel', how);
      const call = app.staff.trpc.admin.recordCash.mutate({ id });
      if (hasPayment) expect(await refusal(call)).toMatchObject({ status: 503 });
      else await call;
      await app.heal();
      if (!hasPayment) pays(appointment, 'cash');
    },
  );

/** Somebody cancels an open payment at Stripe. */
export const closeIntent = (pick: number) =>
  onAppointment(
    'closeIntent',
    pick,
    ({ debt }) => debt === 'owed',
    async (appointment, _model, { app }) => {
      for (const { paymentIntent } of linesOf(app, appointment)) {
        await app.deps.payments.cancelPaymentIntent(paymentIntent);
      }
    },
  );

/** Returns the open charge's payments at Stripe. */
function linesOf(app: FaultApp, { id, charges }: PlainAppointment) {
  const open = charges.findIndex(({ way }) => way === null);
  return app.sandbox.ledger().lines.filter(({ chargeId }) => chargeId === `${id}:${open + 1}`);
}

/** Refunds a percentage of the price, or the whole rest. Sometimes the answer is lost. */
export const refund = (
  pick: number,
  percent: number | null,
  fault: 'lost-reply' | 'cut-body' | null,
) =>
  onAppointment(
    `refund:${percent ?? 'all'}:${fault ?? 'well'}`,
    pick,
    (appointment) =>
      appointment.debt === 'paid' ||
      (pick % 4 === 0 && appointment.status === 'completed' && appointment.debt !== 'open'),
    async (appointment, _model, { app }) => {
      // A refund also works while a correction is owed, because the delivery's payment can still be
      // refunded.
      const left = paidOf(appointment) - refundedOf(appointment);
      const cents = percent === null ? left : Math.ceil((appointment.totalCents * percent) / 100);
      const possible = cents > 0 && cents <= left;
      if (fault && possible) await app.fail('POST', '/v1/refunds', fault, { count: 1 });
      const ask = () =>
        app.staff.trpc.admin.refund.mutate({
          id: appointment.id,
          amount: percent === null ? null : (cents / 100).toFixed(2),
          requestId: `request-${appointment.id}-${refundedOf(appointment)}`.slice(-60),
        });
      if (!possible) {
        // A write-off is always for the whole amount, so a part is refused.
        const status = percent !== null && cents === 0 ? 400 : 409;
        expect(await refusal(ask())).toMatchObject({ status });
        return;
      }
      // Two simultaneous presses still make one refund.
      await Promise.all([ask(), ask()]);
      await app.heal();
      givesBack(appointment, cents);
    },
  );

let corrections = 0;

/**
 * Staff correct the delivered amounts. A lower total is refunded, and a higher one is another
 * charge.
 */
export const correct = (pick: number, gallons: number, fault: 'lost-reply' | 'cut-body' | null) =>
  onAppointment(
    `correct:${gallons}:${fault ?? 'well'}`,
    pick,
    ({ status }) => status === 'completed',
    async (appointment, _model, { app }) => {
      const { id } = appointment;
      corrections += 1;
      const { version } = (await app.staff.trpc.admin.appointment.query({ id })).appointment;
      const request = { id, version, requestId: `correction-${corrections}`, reason: 'Read again' };
      const send = (confirmedTotal?: number) =>
        app.staff.trpc.admin.correctDelivery.mutate({
          ...request,
          actualGallons: gallons,
          smallIceBags: 2,
          largeIceBags: 1,
          confirmedTotal,
        });
      const isSame = totalOf(gallons) === appointment.totalCents;
      if (appointment.debt === 'open' || appointment.heldCents > 0 || isSame) {
        expect(await refusal(send(totalOf(gallons) / 100))).toMatchObject({ status: 409 });
        return;
      }
      expect(await refusal(send())).toMatchObject({ reason: 'needs_confirmation' });
      const isLost = fault !== null;
      if (isLost) {
        for (const path of ['/v1/refunds', '/v1/payment_intents/*/confirm']) {
          await app.fail('POST', path, fault, { count: 1 });
        }
      }
      // Two simultaneous presses still make one correction.
      await Promise.all([send(totalOf(gallons) / 100), send(totalOf(gallons) / 100)]);
      await app.heal();
      appointment.totalCents = totalOf(gallons);
      moveMoney(appointment, changeOf(appointment, totalOf(gallons)), isLost);
    },
  );

/** The effect of a correction on the payments. */
export function moveMoney(appointment: PlainAppointment, by: number, isLost: boolean): void {
  const open = appointment.charges.find(({ way }) => way === null);
  if (by <= 0) {
    lowers(appointment, -by);
    return;
  }
  if (open) {
    open.cents += by;
    return;
  }
  const further = raises(appointment, by);
  if (!further) return;
  const isTaken = appointment.card !== null && isWithinQuarter(appointment, further.cents);
  if (!isTaken) appointment.debt = 'owed';
  else if (isLost) appointment.debt = 'open';
  else settle(appointment);
}
