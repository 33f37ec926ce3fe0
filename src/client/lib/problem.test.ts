import { expect, test } from 'bun:test';
import { TRPCClientError } from '@trpc/client';
import { problemOf, UNREACHABLE } from './problem';

const refusedFor = (reason: string) =>
  TRPCClientError.from({
    error: { message: 'A sentence.', code: -32603, data: { reason, field: null, details: null } },
  });

test('a refusal explains how the call ended', () => {
  expect(problemOf(refusedFor('slot_taken'))).toMatchObject({
    answered: true,
    reason: 'slot_taken',
    message: 'A sentence.',
  });
});

test('without an answer, or if the database was unavailable, the outcome is unknown', () => {
  const away = problemOf(refusedFor('unavailable'));
  expect(away).toMatchObject({ answered: false, reason: 'unavailable', message: 'A sentence.' });
  const silent = problemOf(TRPCClientError.from(new Error('Failed to fetch')));
  expect(silent).toMatchObject({ answered: false, reason: null, message: UNREACHABLE });
});
