import { expect, test } from 'bun:test';
import { replyCommand } from './replies';

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  '"STOP"',
  'Stop!',
  'STOPALL',
  'Unsubscribe',
  'opt out',
  'ＳＴＯＰ',
  'ARRÊT',
])('%p stops the texts', (body) => expect(replyCommand(body)).toBe('stop'));

test.each([
  ['START', 'start'],
  ['unstop', 'start'],
  ['Help', 'help'],
  ['INFO?', 'help'],
] as const)('%p is a command too', (body, command) => expect(replyCommand(body)).toBe(command));

test.each([
  'Please stop at the gate',
  'The driver should stop by slip 4',
  'yes',
  '',
  '👍',
  'started',
])('a person should read %p', (body) => expect(replyCommand(body)).toBeNull());
