import { expect, test } from 'bun:test';
import { cents } from '../money';
import { completionVerdict, type SeenTotals } from './completion';

const PLAUSIBLE = { totalCents: cents(8_800), inDoubt: false };
const DOUBTFUL = { totalCents: cents(149_024), inDoubt: true };

test.each<[string, typeof PLAUSIBLE, SeenTotals, 'charge' | 'ask', 'charge' | 'hold']>([
  ['plausible, nothing seen', PLAUSIBLE, {}, 'charge', 'charge'],
  ['plausible, as seen', PLAUSIBLE, { expectedTotalCents: cents(8_800) }, 'charge', 'charge'],
  ['plausible, more than seen', PLAUSIBLE, { expectedTotalCents: cents(8_799) }, 'ask', 'hold'],
  ['plausible, less than seen', PLAUSIBLE, { expectedTotalCents: cents(9_000) }, 'ask', 'charge'],
  ['plausible, another confirmed', PLAUSIBLE, { confirmedTotalCents: cents(1) }, 'ask', 'hold'],
  ['in doubt, nothing seen', DOUBTFUL, {}, 'ask', 'hold'],
  ['in doubt, only shown', DOUBTFUL, { expectedTotalCents: cents(149_024) }, 'ask', 'hold'],
  ['in doubt, confirmed', DOUBTFUL, { confirmedTotalCents: cents(149_024) }, 'charge', 'charge'],
  ['in doubt, another confirmed', DOUBTFUL, { confirmedTotalCents: cents(14_902) }, 'ask', 'hold'],
])('a completion that is %s', (_, facts, seen, byPerson, byDevice) => {
  expect(completionVerdict({ ...facts, byDevice: false }, seen)).toBe(byPerson);
  expect(completionVerdict({ ...facts, byDevice: true }, seen)).toBe(byDevice);
});
