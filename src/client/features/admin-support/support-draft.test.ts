import { expect, test } from 'bun:test';
import { changesOf, draftOf, faqTextOf, type Settings } from './support-draft';

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

test('an untouched draft changes nothing, however the stored JSON is spaced', () => {
  expect(changesOf(draftOf(stored), stored)).toBeNull();
});

test('only what was changed is sent', () => {
  const draft = { ...draftOf(stored), businessHours: ' Daily ' };
  expect(changesOf(draft, stored)).toEqual({ businessHours: 'Daily' });
});

test('rows are written as a JSON list of questions and answers', () => {
  const draft = draftOf(stored);
  draft.rows.reverse();
  expect(JSON.parse(faqTextOf(draft))).toEqual([{ question: 'Q', answer: 'A' }]);
  const [row] = draft.rows;
  if (row) row.answer = 'B';
  expect(JSON.parse(String(changesOf(draft, stored)?.faqItems))).toEqual([
    { question: 'Q', answer: 'B' },
  ]);
});

test('stored text that is no list is edited as text', () => {
  const draft = draftOf({ ...stored, faqText: 'oops' });
  expect(draft.asText).toBe(true);
  expect(changesOf(draft, { ...stored, faqText: 'oops' })).toBeNull();
});
