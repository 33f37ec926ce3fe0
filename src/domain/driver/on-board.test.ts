import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { gallonTenths, toTenths } from '../money';
import { EMPTY_ORDER } from '../order/order';
import {
  isShort,
  LOAD_PARTS,
  type Load,
  leftOver,
  loadOfAll,
  loadText,
  NO_LOAD,
  onBoard,
} from './on-board';

const load = (regular: number, over: Partial<Load> = {}): Load => ({
  ...NO_LOAD,
  regularGallonsTenths: toTenths(regular),
  ...over,
});
const anyLoad = fc
  .tuple(fc.nat(5000), fc.nat(5000), fc.nat(200), fc.nat(200))
  .map(([regular, premium, smallIceBags, largeIceBags]) => ({
    regularGallonsTenths: gallonTenths(regular),
    premiumGallonsTenths: gallonTenths(premium),
    smallIceBags,
    largeIceBags,
  }));
const facts = fc.record({
  loaded: fc.option(anyLoad),
  carried: fc.option(anyLoad),
  delivered: anyLoad,
  needed: anyLoad,
});

describe('the onboard load', () => {
  test('is unknown and not short until a load is entered', () => {
    const day = { loaded: null, carried: null, delivered: NO_LOAD, needed: load(50) };
    expect(onBoard(day)).toBeNull();
    expect(isShort(onBoard(day))).toBe(false);
  });

  test('is the entered load minus deliveries, compared with the rest of the day', () => {
    const day = onBoard({
      loaded: load(100, { smallIceBags: 4 }),
      carried: load(9),
      delivered: load(70),
      needed: load(45.5, { smallIceBags: 6 }),
    });
    expect(day).toMatchObject({ isCarried: false, left: load(30, { smallIceBags: 4 }) });
    expect(day?.short).toEqual(load(15.5, { smallIceBags: 2 }));
    expect(loadText(day?.short ?? NO_LOAD)).toBe('15.5 gallons of Regular, 2 small ice bags');
  });

  test('is carried over from the day before until a load is entered', () => {
    const today = onBoard({
      loaded: load(100),
      carried: null,
      delivered: load(20),
      needed: load(50),
    });
    const tomorrow = { loaded: null, carried: leftOver(today), delivered: NO_LOAD };
    const next = onBoard({ ...tomorrow, needed: load(40) });
    expect(next).toMatchObject({ isCarried: true, left: load(30), short: load(10) });
  });

  test('counts each fuel separately', () => {
    const premium = { ...EMPTY_ORDER, fuelType: 'Premium' as const };
    const needed = loadOfAll([
      { ...EMPTY_ORDER, estimatedGallonsTenths: toTenths(10), largeIceBags: 1 },
      { ...premium, estimatedGallonsTenths: toTenths(20), largeIceBags: 2 },
    ]);
    expect(needed).toEqual(
      load(10, { premiumGallonsTenths: toTenths(20), smallIceBags: 0, largeIceBags: 3 }),
    );
  });

  test('is short by exactly the missing amounts, and never negative', () => {
    fc.assert(
      fc.property(facts, (day) => {
        const found = onBoard(day);
        if (!found) return day.loaded === null && day.carried === null;
        return LOAD_PARTS.every((part) => {
          const { left, short, needed } = found;
          if (left[part] < 0 || short[part] < 0) return false;
          return short[part] === Math.max(0, needed[part] - left[part]);
        });
      }),
    );
  });

  test('isn’t short anymore once the missing amounts are loaded', () => {
    fc.assert(
      fc.property(anyLoad, anyLoad, (loaded, needed) => {
        const day = { carried: null, delivered: NO_LOAD, needed };
        const short = onBoard({ ...day, loaded })?.short ?? NO_LOAD;
        const more = Object.fromEntries(
          LOAD_PARTS.map((part) => [part, loaded[part] + short[part]]),
        );
        return !isShort(onBoard({ ...day, loaded: more as Load }));
      }),
    );
  });
});
