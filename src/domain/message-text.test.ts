import { expect, test } from 'bun:test';
import { locationInMessage, nameInMessage, withoutKeys } from './message-text';

test.each([
  'Sam Waters',
  "Siobh\u00e1n O'Hara-Smith",
  'J. R. Ewing Jr.',
  '\u674e\u96f7',
  'D\u2019Arcy',
  ' Sam ',
])('a message says the name %j', (name) => expect(nameInMessage(name)).toBe(name.trim()));

test.each([
  null,
  '',
  'Win money at http://evil.example',
  'evil.example',
  'Sam\nBcc: you@lake.example',
  'Sam @home',
  '<b>Sam</b>',
  '2695550117',
  'x'.repeat(41),
  `Claim your prize at www.evil.example ${'x'.repeat(80)}`,
  'evil.\u0440\u0444',
])('and not %j', (name) => expect(nameInMessage(name)).toBeNull());

test('a location is repeated unchanged unless it could contain a link', () => {
  for (const location of [
    'Maple Island Marina',
    '58112 Lakeshore Drive, St. Joseph',
    'Pier 4 (north) #12',
  ]) {
    expect(locationInMessage(location)).toBe(location);
  }
  for (const location of [
    'Pay at https://evil.example',
    'evil.example/pay',
    '//evil',
    'write to me@evil.example',
    '1.2.3.4',
    'x'.repeat(121),
    'Pier 4\nhttp:',
  ]) {
    expect(locationInMessage(location)).toBe('your dock');
  }
});

test('a stored message contains no key', () => {
  const body =
    'Pay here: https://dock.example/d/0123456789ABCDEFGHIjkl\nor /?manage=a.1.b-c_d now.';
  expect(withoutKeys(body)).toBe('Pay here: https://dock.example/d/…\nor /?manage=… now.');
});
