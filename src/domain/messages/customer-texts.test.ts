import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents, gallonTenths, NO_CENTS } from '../money';
import {
  CUSTOMER_TEXTS,
  customerText,
  HOW_TO_STOP,
  mayInterrupt,
  sender,
  type TextEvent,
  type TextFactsOf,
} from './customer-texts';
import { gsmLength, TEXT_LENGTH, toGsm } from './gsm';

const LINK = 'https://dockside.example/d/0123456789ABCDEFGHIjkl';
/** A link whose site's address has 40 characters. */
const LONGEST_LINK = `https://${'a'.repeat(24)}.example${'/d/0123456789ABCDEFGHIjkl'}`;
const EVENTS = Object.keys(CUSTOMER_TEXTS) as TextEvent[];
const MOST = cents(99_999_99);

/** The facts of all events together. */
type AllFacts = TextFactsOf<'rescheduled'> &
  TextFactsOf<'en-route'> &
  TextFactsOf<'not-delivered'> &
  TextFactsOf<'completed'> &
  TextFactsOf<'reminder'> &
  TextFactsOf<'refund'> &
  TextFactsOf<'waitlist-confirm'>;

const facts: AllFacts = {
  day: 'Sat, Jun 13',
  window: 'Sat, Jun 13, 10:00 AM - 12:00 PM',
  totalCents: cents(109_05),
  owedCents: NO_CENTS,
  amountCents: cents(109_05),
  isNewWindow: true,
  driverName: 'Dana Rivers',
  arrival: '10:40 AM',
  tryAgain: false,
  gallonsTenths: gallonTenths(205),
  bags: 3,
  way: 'card' as const,
  bringsFuel: true,
  isAnyWindow: false,
};
const text = (kind: TextEvent, change: Partial<AllFacts> = {}, isFirst = false) =>
  customerText(kind, { ...facts, ...change }, LINK, { isFirst });

const anyFacts: fc.Arbitrary<AllFacts> = fc.record({
  day: fc.constantFrom('Sat, Jun 13', 'Wed, Sep 30'),
  window: fc.constantFrom('Sat, Jun 13, 10:00 AM - 12:00 PM', 'Wed, Sep 30, 10:30 AM - 12:30 PM'),
  totalCents: fc.option(fc.integer({ min: 0, max: MOST }).map(cents)),
  owedCents: fc.integer({ min: 0, max: MOST }).map(cents),
  amountCents: fc.integer({ min: 1, max: MOST }).map(cents),
  isNewWindow: fc.boolean(),
  driverName: fc.option(fc.string({ unit: 'binary', maxLength: 100 })),
  arrival: fc.option(fc.constantFrom('10:40 AM', '1:05 PM')),
  tryAgain: fc.boolean(),
  gallonsTenths: fc.integer({ min: 0, max: 9_999 }).map(gallonTenths),
  bags: fc.integer({ min: 0, max: 150 }),
  way: fc.constantFrom('card', 'cash', 'check', 'transfer'),
  bringsFuel: fc.boolean(),
  isAnyWindow: fc.boolean(),
});

test('every text is one text: in its alphabet, at most 160 characters, with its link', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...EVENTS),
      anyFacts,
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.boolean(),
      (kind, given, company, isFirst) => {
        const whole = sender(company) + customerText(kind, given, LONGEST_LINK, { isFirst });
        expect(toGsm(whole)).toBe(whole);
        expect(gsmLength(whole)).toBeLessThanOrEqual(TEXT_LENGTH);
        expect(whole).toMatch(/ \S+\/d\/[0-9A-Za-z]{22}(\?pay=now)?( Reply STOP to opt out\.)?$/);
        expect(whole.endsWith(HOW_TO_STOP)).toBe(isFirst);
        expect(whole.match(/https?:/g)).toHaveLength(1);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a text never says “undefined”, and has no double spaces', () => {
  fc.assert(
    fc.property(fc.constantFrom(...EVENTS), anyFacts, (kind, given) => {
      const plain = { ...given, driverName: 'Dana Rivers' };
      expect(customerText(kind, plain, LINK, { isFirst: false })).not.toMatch(
        /undefined|null|NaN| {2}/,
      );
    }),
  );
});

test('a text uses the room it has', () => {
  expect(text('confirmed')).toStartWith('Your delivery is confirmed for Sat, Jun 13');
  expect(text('confirmed', {}, true)).toStartWith('Confirmed for Sat, Jun 13');
  expect(text('booked')).toBe(`Delivery booked for Sat, Jun 13, 10:00 AM - 12:00 PM. ${LINK}`);
  expect(text('booked', {}, true)).toBe(
    `Delivery booked for Sat, Jun 13, 10:00 AM - 12:00 PM. ${LINK}${HOW_TO_STOP}`,
  );
});

describe('the text of', () => {
  test.each<[TextEvent, Partial<AllFacts>, string]>([
    ['confirmed', {}, 'Your delivery is confirmed for Sat, Jun 13, 10:00 AM - 12:00 PM.'],
    ['en-route', {}, 'Dana Rivers is on the way, arriving about 10:40 AM. Follow here:'],
    ['en-route', { driverName: null, arrival: null }, 'Your driver is on the way.'],
    ['en-route', { driverName: '李雷' }, 'Your driver is on the way, arriving about 10:40 AM.'],
    ['completed', {}, 'We delivered 20.5 gal, 3 ice bags. Total $109.05. Receipt:'],
    [
      'completed',
      { gallonsTenths: gallonTenths(0), bags: 1 },
      'We delivered 1 ice bag. Total $109.05. Receipt:',
    ],
    ['completed', { totalCents: null }, 'We delivered 20.5 gal, 3 ice bags. Receipt:'],
    ['rescheduled', {}, 'We moved your delivery to Sat, Jun 13, 10:00 AM - 12:00 PM.'],
    [
      'rescheduled',
      { isNewWindow: false },
      'New location, still Sat, Jun 13, 10:00 AM - 12:00 PM.',
    ],
    ['refund', {}, 'We refunded $109.05 to your card for your delivery on Sat, Jun 13.'],
    ['reminder', {}, 'Delivery Sat, Jun 13, 10:00 AM - 12:00 PM. Change or cancel:'],
    ['cancelled', {}, 'We cancelled your Sat, Jun 13 delivery. No charge.'],
    [
      'waitlist-offer',
      {},
      'Spot open Sat, Jun 13, 10:00 AM - 12:00 PM. Take it within 20 minutes:',
    ],
    ['waitlist-missed', { isAnyWindow: true }, 'Spot missed, Sat, Jun 13. Stay in line:'],
  ])('%s', (kind, change, words) => {
    expect(text(kind, change)).toBe(`${words} ${LINK}`);
  });

  test('an unpaid delivery opens the payment', () => {
    const owedCents = cents(109_05);
    const pay = `${LINK}?pay=now`;
    expect(text('completed', { owedCents })).toBe(
      `We delivered 20.5 gal, 3 ice bags. You owe $109.05. Pay here: ${pay}`,
    );
    expect(text('balance-due', { owedCents })).toBe(
      `We couldn't charge your card. You owe $109.05. Pay here: ${pay}`,
    );
    expect(text('pay-link', { owedCents })).toBe(
      `You owe $109.05 for your delivery on Sat, Jun 13. Pay here: ${pay}`,
    );
    expect(text('pay-link')).toEndWith(pay);
    expect(text('booked-for-you')).toEndWith(pay);
  });
});

test('a text says who writes', () => {
  expect(sender('Dockside')).toBe('Dockside: ');
  expect(sender('Maple Lake Fuel & Ice Delivery Company, LLC')).toBe('Maple Lake Fuel & Ice: ');
  expect(sender('Île d’Orléans')).toBe("Ile d'Orléans: ");
  expect(sender('Donaudampfschifffahrtsgesellschaft GmbH')).toBe('Donaudampfschifffahrtsge: ');
  expect(sender('李雷')).toBe('Fuel delivery: ');
});

test('only what happens now, and answers of the last ten minutes, may be sent at any hour', () => {
  const may = (kind: TextEvent, minutes: number) =>
    mayInterrupt(kind, { createdAt: 0, now: minutes * 60_000 });
  expect(may('en-route', 90)).toBe(true);
  expect(may('booked', 0)).toBe(true);
  expect(may('booked', 10)).toBe(true);
  expect(may('booked', 11)).toBe(false);
  expect(may('confirmed', 0)).toBe(false);
});
