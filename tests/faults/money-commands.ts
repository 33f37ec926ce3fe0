/** Commands on the money of a delivery, also while Stripe does not answer. */
import { expect } from 'bun:test';
import { payInBrowser } from '../support/paying';
import { refusal } from '../support/visitor';
import { onBooking } from './model-command';
import { isFarFrom, settle, totalOf } from './plain-model';

export const FAULTS = [null, 'lost-reply', 'lost-request', 'cut-body', '503', '429'] as const;

export const complete = (
  pick: number,
  gallons: number,
  fault: (typeof FAULTS)[number],
  early: boolean,
) =>
  onBooking(
    `complete:${gallons}:${fault ?? 'well'}`,
    pick,
    // Sometimes also one that is not scheduled, or is completed already.
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
        // A second completion changes nothing, whatever its amounts.
        if (appointment.debt !== 'open') await call();
        return;
      }
      if (appointment.status !== 'scheduled' && appointment.status !== 'en_route') {
        expect(await refusal(call())).toMatchObject({ status: 409 });
        return;
      }
      const isFar = isFarFrom(appointment, gallons);
      // No course of commands charges more than a person confirmed.
      if (isFar) expect(await refusal(call())).toMatchObject({ reason: 'needs_confirmation' });
      if (fault) await app.fail('POST', path, fault, { count: 1 });
      const result = await (isFar ? send(totalOf(gallons) / 100) : call());
      await app.heal();
      appointment.status = 'completed';
      appointment.totalCents = totalOf(gallons);
      if (fault && appointment.card) appointment.debt = 'open';
      else settle(appointment);
      expect(result).toMatchObject({
        totalPriceCents: appointment.totalCents,
        balancePaid: appointment.debt === 'paid',
      });
    },
  );

export const pay = (pick: number, good: boolean) =>
  onBooking(
    `pay:${good ? 'good' : 'declined'}`,
    pick,
    (appointment) =>
      appointment.debt === 'owed' ||
      (pick % 4 === 0 && appointment.status === 'completed' && appointment.debt !== 'open'),
    async (appointment, _model, { app }) => {
      const begin = app.sam.trpc.booking.createBalancePayment.mutate({
        appointmentId: appointment.id,
        remainingAmount: appointment.totalCents / 100,
      });
      if (appointment.debt !== 'owed') {
        expect(await refusal(begin)).toMatchObject({ status: 409 });
        return;
      }
      const payment = await begin;
      expect(payment.amountCents).toBe(appointment.totalCents);
      const paymentMethodId = good ? 'pm_card_visa' : 'pm_card_visa_chargeDeclined';
      const { status } = await payInBrowser(app, payment.clientSecret, { paymentMethodId });
      expect(status).toBe(good ? 200 : 402);
      const say = app.sam.trpc.booking.confirmBalancePayment.mutate({
        appointmentId: appointment.id,
      });
      if (good) await say;
      else expect(await refusal(say)).toMatchObject({ status: 402 });
      if (good) appointment.debt = 'paid';
    },
  );

/** Charges the saved card again: the answer is the same as before. */
export const retry = (pick: number) =>
  onBooking(
    'retry',
    pick,
    (appointment) => appointment.status === 'completed' && appointment.debt !== 'open',
    async (appointment, _model, { app }) => {
      const call = app.staff.trpc.admin.retryCharge.mutate({ id: appointment.id });
      if (appointment.debt === 'owed' && appointment.card) {
        await call;
        settle(appointment);
      } else {
        expect(await refusal(call)).toMatchObject({ status: 409 });
      }
    },
  );

export const payCash = (pick: number) =>
  onBooking(
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
      appointment.debt = 'cash';
    },
  );

/** Refunds a percentage of the price, or all that is left; sometimes the answer is lost. */
export const refund = (
  pick: number,
  percent: number | null,
  fault: 'lost-reply' | 'cut-body' | null,
) =>
  onBooking(
    `refund:${percent ?? 'all'}:${fault ?? 'well'}`,
    pick,
    (appointment) =>
      appointment.debt === 'paid' ||
      (pick % 4 === 0 && appointment.status === 'completed' && appointment.debt !== 'open'),
    async (appointment, _model, { app }) => {
      const paid = appointment.debt === 'paid' || appointment.debt === 'cash';
      const left = paid ? appointment.totalCents - appointment.refundedCents : 0;
      const cents = percent === null ? left : Math.ceil((appointment.totalCents * percent) / 100);
      const possible = cents > 0 && cents <= left;
      if (fault && possible) await app.fail('POST', '/v1/refunds', fault, { count: 1 });
      const ask = () =>
        app.staff.trpc.admin.refund.mutate({
          id: appointment.id,
          amount: percent === null ? null : (cents / 100).toFixed(2),
          requestId: `request-${appointment.id}-${appointment.refundedCents}`.slice(-60),
        });
      if (!possible) {
        expect(await refusal(ask())).toMatchObject({ status: 409 });
        return;
      }
      // Pressed twice at once, it is still one refund.
      await Promise.all([ask(), ask()]);
      await app.heal();
      appointment.refundedCents += cents;
    },
  );
