import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  foldedName,
  formatCount,
  formatNetworkAddress,
  formatPhone,
  isEmail,
  isPhone,
  onOneLine,
  phoneDigits,
  phoneGroups,
  withoutHidden,
} from './text';

test('a thousand things and more are written with a comma', () => {
  expect([0, 999, 1655, 1_000_000].map(formatCount)).toEqual(['0', '999', '1,655', '1,000,000']);
});

test.each([
  ['2695550100', '(269) 555-0100'],
  ['269-555-0100', '(269) 555-0100'],
  ['+1 (269) 555 0100', '(269) 555-0100'],
  ['12695550100', '(269) 555-0100'],
  // Not North American: as typed.
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['22695550100', '22695550100'],
  ['555-0100', '555-0100'],
  ['', ''],
])('the phone %p is shown as %p', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown);
  expect(formatPhone(shown)).toBe(shown);
});

test.each([
  ['(269) 555-0100', true],
  ['269.555.0100', true],
  ['269555010', false],
  // Ten characters, but not ten digits.
  ['abc5550100', false],
  ['', false],
])('%p is a phone number: %p', (typed, is) => {
  expect(isPhone(typed)).toBe(is);
});

test('only the digits count', () => {
  expect(phoneDigits('+1 (269) 555-0100 x')).toBe('12695550100');
});

test.each([
  ['(269) 555-0100', ['269', '555', '0100']],
  ['+1 269.555.0100', ['269', '555', '0100']],
  ['2695550100', ['269', '555', '0100']],
  ['555-0100', ['555', '0100']],
  ['0100', null],
  ['D-269555', null],
  ['+44 20 7946 0958', null],
])('the groups of %p are %p', (typed, groups) => {
  expect(phoneGroups(typed)).toEqual(groups);
});

test.each([
  ['sam@dockside.example', true],
  ['sam+boat@mail.dockside.example', true],
  ['sam', false],
  ['sam@', false],
  ['@dockside.example', false],
  ['sam@dockside', false],
  ['sam @dockside.example', false],
  ['sam@dock@side.example', false],
  ['sam@dockside.example\nbcc: all@dockside.example', false],
])('%p is an email address: %p', (typed, is) => {
  expect(isEmail(typed)).toBe(is);
});

test('what cannot be seen is taken out, and what joins letters stays', () => {
  expect(withoutHidden('a\u0000b\u200B\u202Ec\u2066\uFEFF\n\td')).toBe('abc\n\td');
  expect(withoutHidden('\u{1F468}\u200D\u{1F469}, می\u200Cخواهم')).toBe(
    '\u{1F468}\u200D\u{1F469}, می\u200Cخواهم',
  );
  expect(onOneLine('Sam\r\n\u2028Waters\u0007')).toBe('Sam Waters');
});

test('an IPv4 address in the form of IPv6 is shown as people know it', () => {
  const typed = ['::ffff:203.0.113.9', '203.0.113.9', '2001:db8::1'];
  expect(typed.map(formatNetworkAddress)).toEqual(['203.0.113.9', '203.0.113.9', '2001:db8::1']);
});

describe('names are compared without what two spellings of one name differ in', () => {
  test.each([
    ['composed and decomposed letters', 'Ren\u00E9e', 'Rene\u0301e'],
    ['capitals beyond A to Z', 'Ren\u00E9e', 'REN\u00C9E'],
    ['full-width letters', 'Renee', '\uFF32\uFF45\uFF4E\uFF45\uFF45'],
    ['ligatures', 'fish', '\uFB01sh'],
    ['the Kelvin sign', 'kim', '\u212Aim'],
    ['a letter whose capital is two letters', 'Stra\u00DFe', 'STRASSE'],
    ['a capital sharp s', 'Stra\u00DFe', 'STRA\u1E9EE'],
    ['the three sigmas', '\u03C3\u03BF\u03C6\u03CC\u03C2', '\u03A3\u039F\u03A6\u038C\u03A3'],
    ['characters that show nothing', 'admin', 'ad\u200Dm\u00ADin\uFE0F\u3164'],
    ['spaces', 'Sam Waters', ' sam\u00A0 \u200Bwaters '],
  ])('%s', (_what, one, other) => {
    expect(foldedName(other)).toBe(foldedName(one));
  });

  test.each([
    ['an accent', 'Renee', 'Ren\u00E9e'],
    ['a dotless i', 'kim', 'k\u0131m'],
    ['a dotted capital I', 'kim', 'k\u0130m'],
    ['a letter of another script', 'admin', '\u0430dmin'],
  ])('but %s makes another name', (_what, one, other) => {
    expect(foldedName(other)).not.toBe(foldedName(one));
  });

  test('folding once is enough, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const folded = foldedName(typed);
        expect(foldedName(folded)).toBe(folded);
        expect(foldedName(typed.normalize('NFD'))).toBe(folded);
      }),
    );
  });
});
