import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import {
  addressKey,
  findPlaces,
  knownAddress,
  nearestPlace,
  type Place,
  placeAt,
  placeLocation,
  startsOf,
} from './place';

const place = (name: string, more: Partial<Place> = {}): Place => ({
  ...{ name, address: null, latitude: null, longitude: null, note: null, aliases: null },
  ...more,
});
const EAGLE = place('Eagle Point Marina', {
  address: '12 Pier Rd, Dowagiac, MI 49047',
  ...{
    latitude: 41.9934,
    longitude: -86.1256,
    note: 'Ring at the office',
    aliases: 'EPM; Gas Dock',
  },
});
const ELAN = place('Élan Harbor', { address: '3 Eagle St, Dowagiac, MI 49047' });
const PIER = place('Sister Lakes Pier', { latitude: 42.0811, longitude: -86.1984 });
const LIST = [PIER, ELAN, EAGLE];
const found = (typed: string) => findPlaces(LIST, typed).map(({ name }) => name);

test('a place is found by its name, other names, and address, the best match first', () => {
  expect(found('eagle')).toEqual(['Eagle Point Marina', 'Élan Harbor']);
  expect(found('marina point')).toEqual(['Eagle Point Marina']);
  expect(found('gas dock')).toEqual(['Eagle Point Marina']);
  expect(found('dowagiac')).toEqual(['Eagle Point Marina', 'Élan Harbor']);
  expect(found('miami')).toEqual([]);
});

test('accents and capitals make no difference', () => {
  expect(found('ELAN')).toEqual(['Élan Harbor']);
  expect(found('  élan   HARBOR ')).toEqual(['Élan Harbor']);
});

test('blank text finds nothing, and there are at most 6 results', () => {
  expect(found('   ')).toEqual([]);
  const many = Array.from({ length: 40 }, (_, i) => place(`Dock ${i}`));
  expect(findPlaces(many, 'dock')).toHaveLength(6);
});

test('every place is found first by its own name', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}( [a-z]{3,8})?$/), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(names, (all) => {
      const places = all.map((name) => place(name));
      for (const name of all) expect(findPlaces(places, name)[0]?.name).toBe(name);
    }),
    { numRuns: 50 },
  );
});

test('an address is a place’s if it has its whole text or only its name', () => {
  const at = (address: string) => placeAt(LIST, address)?.name ?? null;
  expect(at(placeLocation(EAGLE))).toBe('Eagle Point Marina');
  expect(at('eagle point marina, 12 Pier Rd. Dowagiac MI 49047')).toBe('Eagle Point Marina');
  expect(at(`${placeLocation(EAGLE)}, Slip 4`)).toBe('Eagle Point Marina');
  expect(at('Eagle Point Marina')).toBe('Eagle Point Marina');
  expect(at('EPM')).toBeNull();
  expect(at('Eagle Point Marina, Miami, FL 33139')).toBeNull();
  expect(at(`${placeLocation(EAGLE)}5`)).toBeNull();
  expect(at('')).toBeNull();
});

test('only a place within half a mile is near', () => {
  const near = (latitude: number) => nearestPlace(LIST, { latitude, longitude: -86.1256 })?.name;
  expect(near(41.9934)).toBe('Eagle Point Marina');
  expect(near(41.9934 + 0.0071)).toBe('Eagle Point Marina');
  expect(near(41.9934 + 0.0074)).toBeUndefined();
});

test('an address is known by its pin, or else by its place', () => {
  const position = { latitude: 41.9934, longitude: -86.1256 };
  expect(knownAddress(LIST, 'eagle point marina')).toEqual({
    position,
    note: 'Ring at the office',
  });
  expect(knownAddress(LIST, 'Blue house (42.01234, -86.12345)')).toEqual({
    position: { latitude: 42.01234, longitude: -86.12345 },
    note: null,
  });
  expect(knownAddress(LIST, 'Élan Harbor')).toEqual({ position: null, note: null });
  expect(knownAddress(LIST, '1 Somewhere Else')).toEqual({ position: null, note: null });
});

test('an address starts with the name of its place, whatever follows', () => {
  const word = fc.stringMatching(/^[A-Za-zé.]{1,6}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 10 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(words, words, (name, address) => {
      const key = addressKey(name);
      fc.pre(key !== '');
      expect(startsOf(placeLocation({ name, address }))).toContain(key);
      expect(startsOf(name)).toContain(key);
    }),
  );
  expect(startsOf('a '.repeat(100)).length).toBeLessThanOrEqual(36);
});
