import { describe, expect, test } from 'bun:test';
import { cents } from '../money';
import {
  cardTerms,
  consentText,
  FIRST_RECURRING_TERMS,
  firstCardTerms,
  recurringTerms,
} from './terms';

const consent = {
  operator: 'Sister Lakes Fuel',
  estimateCents: cents(8_800),
  mostCents: cents(15_000),
  versions: { terms: 2, privacy: 0 },
};

test('the screen that saves a card shows the amounts, the consent, and the texts agreed to', () => {
  expect(cardTerms(consent)).toEqual([
    'Amount due now: $0.00',
    'After delivery, we’ll charge your card about $88.00, for what we actually deliver.',
    'You allow Sister Lakes Fuel to charge this card after delivery for what we deliver: about $88.00. A person checks any total over $150.00 before we charge it. You can cancel for free until your driver is on the way.',
    'You agree to our terms (version 2) and privacy notice (standard version).',
  ]);
});

test('without a higher limit, only the estimate is named', () => {
  expect(consentText({ ...consent, mostCents: consent.estimateCents })).not.toContain(
    'A person checks',
  );
});

test('a recurring delivery has a consent of its own', () => {
  const terms = recurringTerms(consent);
  expect(terms).toHaveLength(2);
  expect(terms[0]).toContain('Sister Lakes Fuel to book each delivery automatically');
  expect(terms[1]).toContain('version 2');
});

describe('earlier wordings stay exactly as customers saw them', () => {
  test('when a card was saved', () => {
    expect(firstCardTerms(cents(8_800))).toEqual([
      'Amount due now: $0.00',
      'About $88.00 after the delivery, for what you get',
    ]);
    expect(firstCardTerms(null)[1]).toBe(
      'The card is charged after the delivery, for what was really delivered',
    );
  });

  test('next to recurring deliveries', () => {
    expect(FIRST_RECURRING_TERMS).toEqual([
      'We book each delivery automatically when its date opens: the first available window, your profile address, default boat, and default card. We’ll email you, and you can change or cancel it like any other.',
    ]);
  });
});
