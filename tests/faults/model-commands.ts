/** All commands, and how often each occurs. */
import * as fc from 'fast-check';
import {
  cancel,
  confirm,
  move,
  reconciled,
  saveCard,
  schedule,
  setOff,
  swept,
  wait,
} from './appointment-commands';
import { completeByDevice, decideHeld } from './held-commands';
import { book, type Command } from './model-command';
import {
  closeIntent,
  complete,
  correct,
  FAULTS,
  pay,
  payCash,
  refund,
  refuseCash,
  retry,
} from './money-commands';
import { type Card, TIME_SLOTS } from './plain-model';

const pick = fc.nat(1000);
const timeSlot = fc.nat(TIME_SLOTS.length - 1);
const gallons = fc.integer({ min: 1, max: 70 });
const card = fc.constantFrom<Card>('good', 'good', 'good', 'declines-later');

/** Generates any command. Those that advance an appointment are more frequent. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(timeSlot, gallons).map(([at, of]) => book(at, of)) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(pick, card, fc.constantFrom(true, true, true, false))
      .map(([which, kind, back]) => saveCard(which, kind, back)),
  },
  { weight: 2, arbitrary: fc.tuple(pick, timeSlot).map(([which, to]) => move(which, to)) },
  { weight: 1, arbitrary: pick.map(cancel) },
  { weight: 5, arbitrary: pick.map(confirm) },
  { weight: 5, arbitrary: pick.map(schedule) },
  { weight: 2, arbitrary: pick.map(setOff) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(pick, gallons, fc.constantFrom(...FAULTS), fc.boolean())
      .map(([which, of, fault, early]) => complete(which, of, fault, early)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(pick, gallons, fc.constantFrom(-300, 0, 500, 1_500), fc.constantFrom(...FAULTS))
      .map(([which, of, less, fault]) => completeByDevice(which, of, less, fault)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        pick,
        fc.oneof(fc.constantFrom('release' as const, 'forgive' as const), gallons),
        fc.constantFrom(null, null, 'lost-reply' as const, 'cut-body' as const),
      )
      .map(([which, decision, fault]) => decideHeld(which, decision, fault)),
  },
  { weight: 4, arbitrary: fc.tuple(pick, fc.boolean()).map(([which, good]) => pay(which, good)) },
  { weight: 2, arbitrary: pick.map(retry) },
  { weight: 1, arbitrary: pick.map(payCash) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(pick, fc.constantFrom('too much', 'lost-reply', 'cut-body', '503' as const))
      .map(([which, how]) => refuseCash(which, how)),
  },
  { weight: 2, arbitrary: pick.map(closeIntent) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        pick,
        fc.constantFrom(null, 10, 50, 100),
        fc.constantFrom(null, null, 'lost-reply' as const, 'cut-body' as const),
      )
      .map(([which, percent, fault]) => refund(which, percent, fault)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(pick, gallons, fc.constantFrom(null, null, 'lost-reply' as const, 'cut-body' as const))
      .map(([which, of, fault]) => correct(which, of, fault)),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 5, 16).map(wait) },
  { weight: 2, arbitrary: fc.constant(null).map(reconciled) },
  { weight: 2, arbitrary: fc.constant(null).map(swept) },
);
