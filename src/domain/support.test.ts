import { describe, expect, test } from 'bun:test';
import { DEFAULT_FAQ, readFaq, SUPPORT_DEFAULTS } from './support';

describe('stored questions and answers', () => {
  test('are parsed, and invalid entries are skipped', () => {
    const good = { question: 'When?', answer: 'Today.' };
    const stored = [good, null, 'text', 7, { question: 'Why?' }, { question: 1, answer: 'x' }, []];
    expect(readFaq(JSON.stringify(stored))).toEqual([good]);
  });

  test.each(['', 'not JSON', '{}', 'null', '"text"', '[', '7'])('%p has no entries', (stored) => {
    expect(readFaq(stored)).toEqual([]);
  });

  test('the default questions are valid and mention only cards', () => {
    expect(readFaq(JSON.stringify(DEFAULT_FAQ))).toEqual(DEFAULT_FAQ);
    expect(JSON.stringify(DEFAULT_FAQ)).not.toMatch(/paypal|cash/i);
  });
});

test('the default hours and area are the specified ones', () => {
  expect(SUPPORT_DEFAULTS.businessHours).toBe('Mon-Fri: 8AM-6PM, Sat-Sun: 9AM-5PM');
  expect(SUPPORT_DEFAULTS.serviceArea).toContain('15 miles');
});
