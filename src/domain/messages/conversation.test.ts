import { expect, test } from 'bun:test';
import { mayAnswerNow, sendingState } from './conversation';

const MINUTE = 60_000;
const row = {
  channel: 'text',
  sentAt: null,
  givenUpAt: null,
  lastError: null,
  outcome: null,
} as const;

test('an answer may be texted at any hour within ten minutes of the reply', () => {
  const at = (now: number) => mayAnswerNow({ repliedAt: 0, isUnderWay: false }, now);
  expect(at(10 * MINUTE)).toBe(true);
  expect(at(10 * MINUTE + 1)).toBe(false);
  expect(mayAnswerNow({ repliedAt: null, isUnderWay: false }, 0)).toBe(false);
});

test('an answer may be texted at any hour while the driver is on the way', () => {
  expect(mayAnswerNow({ repliedAt: null, isUnderWay: true }, 0)).toBe(true);
});

test('a message waits until it is sent, delivered, dropped, or given up', () => {
  expect(sendingState(row)).toBe('waiting');
  expect(sendingState({ ...row, sentAt: 1 })).toBe('sent');
  expect(sendingState({ ...row, sentAt: 1, outcome: 'delivered' })).toBe('delivered');
  expect(sendingState({ ...row, sentAt: 1, outcome: 'failed' })).toBe('failed');
  expect(sendingState({ ...row, givenUpAt: 1, lastError: 'refused' })).toBe('failed');
  expect(sendingState({ ...row, givenUpAt: 1, lastError: 'overtaken' })).toBe('dropped');
  expect(sendingState({ ...row, channel: 'call', givenUpAt: 1 })).toBe('call');
});
