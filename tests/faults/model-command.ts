/** Runs one command on the product and on the model, then compares the two. */
import { expect } from 'bun:test';
import type * as fc from 'fast-check';
import { ORDER } from '../support/actors';
import { refusal } from '../support/visitor';
import type { FaultApp } from './fault-app';
import {
  HOLD_MS,
  hasPlace,
  type Model,
  type PlainAppointment,
  TIME_SLOTS,
  totalOf,
} from './plain-model';

export type Real = {
  app: FaultApp;
  /** Compares the whole database with the model. */
  compare(model: Model): Promise<void>;
  executed: number;
};
export type Command = fc.AsyncCommand<Model, Real>;

/** Runs a command on an appointment that it applies to. If there is none, it books one. */
export function onAppointment(
  name: string,
  pick: number,
  fits: (appointment: PlainAppointment, model: Model) => boolean,
  run: (appointment: PlainAppointment, model: Model, real: Real) => Promise<void>,
): Command {
  const chosen = (model: Readonly<Model>) => {
    const fitting = model.appointments.filter((appointment) => fits(appointment, model));
    return fitting[pick % Math.max(1, fitting.length)];
  };
  return {
    check: () => true,
    async run(model, real) {
      const appointment = chosen(model);
      if (!appointment) return book(pick % TIME_SLOTS.length, 1 + (pick % 70)).run(model, real);
      await run(appointment, model, real);
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => `${name}(${pick})`,
  };
}

export function orderFor(timeSlot: number, gallons: number) {
  const { date, time } = TIME_SLOTS[timeSlot] ?? TIME_SLOTS[0];
  return { ...ORDER, date, time, estimatedGallons: gallons };
}

export function book(timeSlot: number, gallons: number): Command {
  return {
    check: () => true,
    async run(model, real) {
      const call = real.app.sam.trpc.booking.create.mutate(orderFor(timeSlot, gallons));
      if (hasPlace(model, timeSlot)) {
        const { appointment } = await call;
        model.appointments.push({
          id: appointment.id,
          timeSlot,
          status: 'pending',
          holdUntil: model.now + HOLD_MS,
          card: null,
          unheardCard: null,
          debt: 'none',
          totalCents: totalOf(gallons),
          charges: [],
          heldCents: 0,
        });
      } else {
        expect(await refusal(call)).toMatchObject({ status: 409, reason: 'slot_taken' });
      }
      real.executed += 1;
      await real.compare(model);
    },
    toString: () => `book(${timeSlot}, ${gallons})`,
  };
}
