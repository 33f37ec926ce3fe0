import { expect, test } from 'bun:test';
import { createLog, errorFields, type LogEntry, lineForPeople, lineOfJson } from './log';

function kept(level: Parameters<typeof createLog>[0]) {
  const entries: LogEntry[] = [];
  return { entries, log: createLog(level, (entry) => entries.push(entry)) };
}

test('a log writes events at or above its level', () => {
  const { entries, log } = kept('warn');
  log.debug('one');
  log.info('two');
  log.warn('three', { id: 'x' });
  log.error('four');
  expect(entries.map(({ level, message, fields }) => [level, message, fields])).toEqual([
    ['warn', 'three', { id: 'x' }],
    ['error', 'four', {}],
  ]);
  const silent = kept('silent');
  silent.log.error('five');
  expect(silent.entries).toEqual([]);
});

test('a quiet job logs only its failures, and a failure makes the log verbose again', async () => {
  const { entries, log } = kept('debug');
  const job = log.quietly(async () => {
    log.debug('one');
    log.info('two');
    log.warn('three');
    throw new Error('it failed');
  });
  expect(job).rejects.toThrow('it failed');
  await job.catch(() => {});
  log.info('four');
  expect(entries.map(({ message }) => message)).toEqual(['three', 'four']);
});

const AT = new Date(2026, 10, 22, 9, 5, 7);

test('programs get each event as one line of JSON', () => {
  const line = lineOfJson({ at: AT, level: 'info', message: 'request', fields: { status: 200 } });
  expect(JSON.parse(line)).toEqual({
    at: AT.toISOString(),
    level: 'info',
    message: 'request',
    status: 200,
  });
});

test('people get each event as one readable line, and an error with its causes', () => {
  const entry = (fields: LogEntry['fields']): LogEntry => ({
    at: AT,
    level: 'warn',
    message: 'a message was not sent',
    fields,
  });
  expect(lineForPeople(entry({}))).toBe('09:05:07 warn  a message was not sent');
  expect(lineForPeople(entry({ tries: 2, ids: ['a', 'b'], route: 'no\n  way' }))).toBe(
    '09:05:07 warn  a message was not sent · tries 2, ids ["a","b"], route no way',
  );
  const error = new TypeError('it\nbroke', { cause: new RangeError('too far') });
  const line = lineForPeople(entry(errorFields(error)));
  expect(line).toMatch(/ · error TypeError, at .*log\.test\.ts.*, error RangeError/);
  expect(line).not.toContain('\n');
  expect(lineForPeople(entry(errorFields('a string')))).toEndWith('· error string');
});
