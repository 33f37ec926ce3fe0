/** Commands on deliveries that a device sent, and on their review items. */
import { expect } from 'bun:test';
import { refusal } from '../support/visitor';
import { onAppointment } from './model-command';
import { type FAULTS, moveMoney } from './money-commands';
import {
  changeOf,
  charge,
  ENDED,
  isFarFrom,
  type PlainAppointment,
  settle,
  totalOf,
} from './plain-model';

type Fault = (typeof FAULTS)[number];

let actions = 0;

/**
 * A device completes a delivery after showing a total that's lower by this many cents (higher if negative).
 */
export const completeByDevice = (pick: number, gallons: number, less: number, fault: Fault) =>
  onAppointment(
    `completeByDevice:${gallons}:${less}:${fault ?? 'well'}`,
    pick,
    ({ status }) => status === 'scheduled' || status === 'en_route',
    async (appointment, _model, { app }) => {
      const total = totalOf(gallons);
      const isFar = isFarFrom(appointment, gallons);
      actions += 1;
      const action = {
        id: appointment.id,
        actualGallons: gallons,
        expectedTotal: (total - less) / 100,
        actionKey: `model-press-of-a-device-${actions}`,
      };
      if (fault) await app.fail('POST', '/v1/payment_intents/*/confirm', fault, { count: 1 });
      // Two simultaneous presses still make one delivery.
      const send = () => app.staff.trpc.driver.complete.mutate(action);
      await Promise.all([send(), send()]);
      await app.heal();
      appointment.status = 'completed';
      appointment.totalCents = total;
      appointment.heldCents = isFar ? total : Math.max(0, less);
      const taken = total - appointment.heldCents;
      if (taken > 0) begin(appointment, taken, fault);
    },
  );

function begin(appointment: PlainAppointment, cents: number, fault: Fault) {
  appointment.charges = [charge('delivery', cents)];
  if (fault && appointment.card) appointment.debt = 'open';
  else settle(appointment);
}

/** Staff approve a charge in review, correct it to this many gallons, or write it off. */
export const decideHeld = (pick: number, decision: 'release' | 'forgive' | number, fault: Fault) =>
  onAppointment(
    `decideHeld:${decision}:${fault ?? 'well'}`,
    pick,
    ({ heldCents }) => heldCents > 0,
    async (appointment, _model, { app }) => {
      const { id } = appointment;
      const { releaseCharge, forgiveCharge, correctCharge } = app.staff.trpc.admin;
      const total = totalAfter(appointment, decision);
      const send = () => {
        if (decision === 'forgive') return forgiveCharge.mutate({ id });
        const confirmedTotal = total / 100;
        if (decision === 'release') return releaseCharge.mutate({ id, confirmedTotal });
        const bags = { smallIceBags: 2, largeIceBags: 1 };
        return correctCharge.mutate({ id, actualGallons: decision, ...bags, confirmedTotal });
      };
      if (appointment.debt === 'open') {
        expect(await refusal(send())).toMatchObject({ status: 409 });
        return;
      }
      const isLost = fault !== null;
      if (isLost) {
        for (const path of ['/v1/refunds', '/v1/payment_intents/*/confirm']) {
          await app.fail('POST', path, fault, { count: 1 });
        }
      }
      await Promise.all([send(), send()]);
      await app.heal();
      appointment.totalCents = total;
      appointment.heldCents = 0;
      if (appointment.charges.length > 0) endRest(appointment, isLost);
      else if (total > 0) begin(appointment, total, fault);
      else {
        appointment.charges = [{ ...charge('delivery', 0), way: 'waived' }];
        appointment.debt = 'paid';
      }
    },
  );

function totalAfter(appointment: PlainAppointment, decision: 'release' | 'forgive' | number) {
  if (decision === 'forgive') return appointment.totalCents - appointment.heldCents;
  return decision === 'release' ? appointment.totalCents : totalOf(decision);
}

/** Ends the review of the rest: it becomes another charge, or is written off. */
function endRest(appointment: PlainAppointment, isLost: boolean) {
  const by = changeOf(appointment, appointment.totalCents);
  const before = appointment.charges.length;
  if (by !== 0) moveMoney(appointment, by, isLost);
  if (appointment.charges.length === before) appointment.charges.push({ ...ENDED });
}
