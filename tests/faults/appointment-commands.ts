/** Commands on an appointment by customers, staff, and the clock. */
import { expect } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { refusal } from '../support/visitor';
import { type Command, onAppointment, orderFor } from './model-command';
import { type Card, hasPlace, keep, occupies, settle, totalOf } from './plain-model';

const NUMBERS: Record<Card, string> = {
  good: '4242424242424242',
  'declines-later': '4000000000000341',
};

export const saveCard = (pick: number, card: Card, comesBack: boolean) =>
  onAppointment(
    `saveCard:${card}:${comesBack ? 'and says so' : 'and is gone'}`,
    pick,
    (appointment) =>
      appointment.card === null &&
      appointment.unheardCard === null &&
      ['pending', 'confirmed', 'scheduled', 'en_route'].includes(appointment.status),
    async (appointment, model, { app: { sam } }) => {
      const appointmentId = appointment.id;
      const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
        appointmentId,
      });
      const setupIntentId = authorization.setupIntentId ?? '';
      expect((await sam.enterCard(authorization, NUMBERS[card])).ok).toBe(true);
      model.cardsEntered += 1;
      appointment.unheardCard = { card, order: model.cardsEntered };
      if (!comesBack) return;
      const call = sam.trpc.booking.confirmPaymentSetup.mutate({ appointmentId, setupIntentId });
      if (keep(model, appointment, card)) await call;
      else expect(await refusal(call)).toMatchObject({ reason: 'slot_taken' });
    },
  );

export const move = (pick: number, timeSlot: number) =>
  onAppointment(
    `move→${timeSlot}`,
    pick,
    (appointment) => appointment.status !== 'cancelled',
    async (appointment, model, { app }) => {
      const gallons = 10 + (pick % 30);
      const call = app.sam.trpc.booking.modify.mutate({
        id: appointment.id,
        ...orderFor(timeSlot, gallons),
      });
      const open = ['pending', 'confirmed', 'scheduled'].includes(appointment.status);
      if (open && (timeSlot === appointment.timeSlot || hasPlace(model, timeSlot, appointment))) {
        await call;
        appointment.timeSlot = timeSlot;
        appointment.totalCents = totalOf(gallons);
      } else {
        expect(await refusal(call)).toMatchObject({ status: 409 });
      }
    },
  );

export const cancel = (pick: number) =>
  onAppointment(
    'cancel',
    pick,
    () => true,
    async (appointment, _model, { app }) => {
      const call = app.sam.trpc.booking.cancel.mutate({ id: appointment.id });
      if (appointment.status === 'en_route' || appointment.status === 'completed') {
        expect(await refusal(call)).toMatchObject({ status: 409 });
        return;
      }
      await call;
      appointment.status = 'cancelled';
    },
  );

/**
 * Staff can confirm only an appointment that occupies its time slot, not one with an expired hold.
 */
export const confirm = (pick: number) =>
  onAppointment(
    'confirm',
    pick,
    (appointment, model) => appointment.status === 'pending' && occupies(appointment, model.now),
    async (appointment, _model, { app }) => {
      const { id } = appointment;
      if (appointment.card === null)
        expect(await refusal(app.staff.trpc.admin.confirm.mutate({ id }))).toMatchObject({
          status: 409,
          details: { needsReason: true },
        });
      await app.staff.trpc.admin.confirm.mutate({ id, noCardReason: 'pays at the dock' });
      appointment.status = 'confirmed';
      appointment.holdUntil = null;
    },
  );

export const schedule = (pick: number) =>
  onAppointment(
    'schedule',
    pick,
    (appointment) => appointment.status === 'confirmed',
    async (appointment, _model, { app }) => {
      await app.staff.trpc.admin.schedule.mutate({ id: appointment.id });
      appointment.status = 'scheduled';
    },
  );

export const setOff = (pick: number) =>
  onAppointment(
    'setOff',
    pick,
    (appointment) => appointment.status === 'scheduled',
    async (appointment, _model, { app }) => {
      await app.staff.trpc.driver.enRoute.mutate({ id: appointment.id });
      appointment.status = 'en_route';
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

/** A minute later, reconciliation handles the events that weren't delivered, and then the charges. */
export function reconciled(): Command {
  return {
    check: () => true,
    async run(model, real) {
      model.now += 60_000;
      real.app.clock.set(model.now);
      const report = await reconcile(real.app);
      expect(report.unmended).toEqual([]);
      const unheard = model.appointments.flatMap((appointment) =>
        appointment.unheardCard ? [{ appointment, ...appointment.unheardCard }] : [],
      );
      for (const { appointment, card } of unheard.sort((one, other) => one.order - other.order))
        keep(model, appointment, card);
      for (const appointment of model.appointments)
        if (appointment.debt === 'open') settle(appointment);
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => 'reconcile',
  };
}

/** Half a minute later, the sweeper checks every charge without an answer. */
export function swept(): Command {
  return {
    check: () => true,
    async run(model, real) {
      model.now += 30_000;
      real.app.clock.set(model.now);
      await sweepCharges(real.app);
      for (const appointment of model.appointments)
        if (appointment.debt === 'open') settle(appointment);
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => 'sweep',
  };
}
