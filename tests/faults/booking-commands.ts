/** Commands on an appointment: by customers, by staff and by the clock. */
import { expect } from 'bun:test';
import { reconcile } from '@/server/modules/payments/reconcile.usecases';
import { sweepCharges } from '@/server/modules/payments/settle-charge.usecases';
import { refusal } from '../support/visitor';
import { type Command, onBooking, orderFor } from './model-command';
import { type Card, hasPlace, keep, occupies, settle, totalOf } from './plain-model';

const NUMBERS: Record<Card, string> = {
  good: '4242424242424242',
  'declines-later': '4000000000000341',
};

export const saveCard = (pick: number, card: Card, comesBack: boolean) =>
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

export const move = (pick: number, window: number) =>
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

export const cancel = (pick: number) =>
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

/** Staff confirm an appointment that occupies its time slot, so none with an expired hold. */
export const confirm = (pick: number) =>
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

export const schedule = (pick: number) =>
  onBooking(
    'schedule',
    pick,
    (booking) => booking.status === 'confirmed',
    async (booking, _model, { app }) => {
      await app.staff.trpc.admin.schedule.mutate({ id: booking.id });
      booking.status = 'scheduled';
    },
  );

export const setOff = (pick: number) =>
  onBooking(
    'setOff',
    pick,
    (booking) => booking.status === 'scheduled',
    async (booking, _model, { app }) => {
      await app.staff.trpc.driver.enRoute.mutate({ id: booking.id });
      booking.status = 'en_route';
    },
  );

export function wait(minutes: number): Command {
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

/** A minute later: handles the events that did not arrive, in sequence, then the charges. */
export function reconciled(): Command {
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

/** Half a minute later the sweeper checks every charge without an answer. */
export function swept(): Command {
  return {
    check: () => true,
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
