import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isFound, searchText, soughtIn } from './search-text';

const finds = (typed: string, text: string) => {
  const sought = soughtIn(typed);
  return sought !== null && isFound(sought, text);
};

describe('a name', () => {
  test.each([
    [
      'Élodie O’Brien',
      ['elodie', 'ELODIE', 'élodie', "o'brien", 'O’BRIEN', 'obrien', 'elodie obrien'],
    ],
    ["Elodie O'Brien", ['Élodie', 'O’Brien', 'obrien', 'brien']],
    ['Ångström Ørsted', ['angstrom', 'orsted', 'ÅNGSTRÖM', 'Ørsted', 'orsted angstrom']],
    ['Łukasz Strauß', ['lukasz', 'strauss', 'STRAUSS', 'łukasz']],
    ['Strasse', ['Straße', 'STRAẞE']],
    ['Œuvre', ['oeuvre', 'OEUVRE', 'œuvre']],
    ['İstanbul Işık', ['istanbul', 'isik', 'ISIK', 'ışık']],
    ['Smith\u2011Jones', ['smith-jones', 'Smith–Jones', 'smith jones', 'jones']],
    ['Albert (Al) “Ty” Reed', ['al', '(al)', '(al', 'a', 'ty', 't', 'al reed']],
    ['St Joseph', ['St. Joseph', 'st joseph', 's']],
    ['Sea\u00A0Breeze', ['sea breeze', 'breeze sea', 's', 'se', 'b']],
    ['小林 健', ['小林', '健']],
  ])('%p is found by each of %p', (name, typed) => {
    for (const one of typed)
      expect({ one, found: finds(one, searchText([name])) }).toEqual({ one, found: true });
  });

  test('isn’t found by an inner letter, a digit of a number, or another word', () => {
    expect(finds('e', searchText(['Sam Reed']))).toBe(false);
    expect(finds('7', searchText(['Slip 72']))).toBe(false);
    expect(finds('7', searchText(['Slip 7']))).toBe(true);
    expect(finds('sam pike', searchText(['Sam Reed']))).toBe(false);
    expect(soughtIn(' \u200B\n')).toBeNull();
  });

  test('is found by any part of any of its words, folded or not, in any order', () => {
    const letters = fc.constantFrom(...'aeioubdlstnrAEOUÉéØøŁłßœÅåüİıçñ’');
    const word = fc.string({ unit: letters, minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.nat(3), fc.boolean(), (first, last, cut, isLoud) => {
        const text = searchText([`${first} ${last}`]);
        const typed = `${last.slice(0, 3 + cut)} ${first}`;
        expect(finds(isLoud ? typed.toUpperCase() : typed, text)).toBe(true);
        expect(finds(typed.normalize('NFD'), text)).toBe(true);
      }),
    );
  });
});

describe('a phone number', () => {
  const ours = [
    '2695550123',
    '(269) 555-0123',
    '(269)\u00A0555\u20110123',
    '269–555–0123',
    '+1 269\u202F555\u202F0123',
    '269\u2009555·0123',
    '\uFEFF269\u00A05550123',
    '269\u2060555\u20600123',
    '２６９５５５０１２３',
    '٢٦٩٥٥٥٠١٢٣',
    'tel:+12695550123',
    '269 555 0123x12',
    '2695550123,,12',
  ];

  test('is found in every format by every format', () => {
    for (const stored of ours) {
      const text = searchText(['Sam Waters'], [stored]);
      for (const typed of ours) {
        expect({ typed, stored, found: finds(typed, text) }).toEqual({
          typed,
          stored,
          found: true,
        });
      }
      for (const typed of [
        '555-0123',
        '555\u20110123',
        '5550123',
        '269 555',
        '0123',
        'sam 555-01',
      ]) {
        expect({ typed, stored, found: finds(typed, text) }).toEqual({
          typed,
          stored,
          found: true,
        });
      }
      expect(finds('269-555-0124', text)).toBe(false);
    }
  });

  test('is found by country code, by leading zero, and by its end if it’s foreign', () => {
    for (const stored of ['+44 20 7946 0958', '+44 (0)20 7946 0958', '00442079460958']) {
      const text = searchText([], [stored]);
      for (const typed of ['+442079460958', '+44 20 7946', '020 7946 0958', '7946 0958', '0958']) {
        expect({ typed, stored, found: finds(typed, text) }).toEqual({
          typed,
          stored,
          found: true,
        });
      }
    }
  });

  test('is found by its extension, and so is a second number in the field', () => {
    expect(finds('x12', searchText([], ['269 555 0123 ext. 12']))).toBe(true);
    const two = searchText([], ['(269) 555-0123 or 555-0199']);
    expect([finds('2695550123', two), finds('555-0199', two)]).toEqual([true, true]);
  });
});
