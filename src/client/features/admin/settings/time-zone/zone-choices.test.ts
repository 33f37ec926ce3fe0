import { expect, test } from 'bun:test';
import { choicesLike, timeIn, zoneChoices, zonePlace } from './zone-choices';

const choices = zoneChoices(Intl.supportedValuesOf('timeZone'));
const found = (typed: string) => choicesLike(choices, typed).map(({ zone }) => zone);

test('the zones of most owners come first, and none is listed twice', () => {
  expect(choices.slice(0, 3).map(({ title }) => title)).toEqual(['New York', 'Detroit', 'Chicago']);
  expect(new Set(choices.map(({ zone }) => zone)).size).toBe(choices.length);
});

test('a zone is found by its place, its everyday name, and its own name', () => {
  expect(found('chicago')).toEqual(['America/Chicago']);
  expect(found('America/Chi')).toContain('America/Chicago');
  expect(found('central time')).toContain('America/Chicago');
  expect(found('louisville kent')).toEqual(['America/Kentucky/Louisville']);
  expect(found('sao paulo')).toEqual(['America/Sao_Paulo']);
  expect(found('')).toHaveLength(choices.length);
  expect(found('neverland')).toEqual([]);
});

test('a place is read as people write it', () => {
  expect(zonePlace('America/Kentucky/Louisville')).toBe('Louisville, Kentucky');
  expect(zonePlace('UTC')).toBe('UTC');
});

test('a zone that the browser doesn’t know has no time', () => {
  const now = Date.parse('2026-06-13T16:00:00Z');
  expect(timeIn('America/Chicago', now).replace(/\s/g, ' ')).toBe('Sat 11:00 AM');
  expect(timeIn('Mars/Base', now)).toBe('');
});
