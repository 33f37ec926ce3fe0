import { expect, test } from 'bun:test';
import { changesOf, rowsOf, type Settings, textOfRows, valuesOf } from './support-values';

const stored = {
  email: 'a@b.example',
  phone: '(269) 555-0100',
  businessHours: 'Mon-Fri',
  serviceArea: 'The lake',
  emergencyInfo: 'Call 911',
  faqItems: [],
  faqText: '[{"question":"Q","answer":"A"}]',
  updatedAt: null,
} as Settings;

test('an untouched form has no changes, even if the stored JSON is spaced differently', () => {
  const values = valuesOf(stored);
  expect(changesOf(values, stored)).toBeNull();
  const spaced = { ...values, faqItems: textOfRows(rowsOf(values.faqItems) ?? []) };
  expect(spaced.faqItems).not.toBe(stored.faqText);
  expect(changesOf(spaced, stored)).toBeNull();
});

test('the form sends only changed fields', () => {
  const values = { ...valuesOf(stored), businessHours: ' Daily ' };
  expect(changesOf(values, stored)).toEqual({ businessHours: 'Daily' });
});

test('rows are written as a JSON list of questions and answers', () => {
  const rows = rowsOf(stored.faqText) ?? [];
  expect(JSON.parse(textOfRows(rows.toReversed()))).toEqual([{ question: 'Q', answer: 'A' }]);
  const faqItems = textOfRows(rows.map((row) => ({ ...row, answer: 'B' })));
  const changes = changesOf({ ...valuesOf(stored), faqItems }, stored);
  expect(JSON.parse(String(changes?.faqItems))).toEqual([{ question: 'Q', answer: 'B' }]);
});

test('stored text that isn’t a list of questions and answers is edited as text', () => {
  for (const faqText of ['oops', '{}', '[{"question":"Q"}]']) {
    expect(rowsOf(faqText)).toBeNull();
    const settings = { ...stored, faqText };
    expect(changesOf(valuesOf(settings), settings)).toBeNull();
  }
});
