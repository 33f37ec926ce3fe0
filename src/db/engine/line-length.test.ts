import { expect, test } from 'bun:test';
import { LineLength } from './line-length';

function at(now = 0) {
  const clock = { now };
  return { clock, line: new LineLength(() => clock.now) };
}

test('the quickest trip of the last minute or two tells how far away a server is', () => {
  const { clock, line } = at();
  expect(line.ms()).toBe(0);
  for (const tripMs of [120, 41, 300]) line.note(tripMs);
  expect(line.ms()).toBe(0);
  for (let count = 0; count < 20; count += 1) line.note(90);
  expect(line.ms()).toBe(41);
  clock.now = 61_000;
  line.note(55);
  expect(line.ms()).toBe(41);
  clock.now = 122_000;
  expect(line.ms()).toBe(55);
});

test('after a silence nothing is known', () => {
  const { clock, line } = at();
  for (let count = 0; count < 20; count += 1) line.note(41);
  expect(line.ms()).toBe(41);
  clock.now = 121_000;
  expect(line.ms()).toBe(0);
});
