import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { byAlphabet, foldedText, plainDigits } from './folding';

describe('folded text', () => {
  test.each([
    ['elodie', ['Élodie', 'ÉLODIE', 'E\u0301lodie', 'élodie']],
    ['angstrom', ['Ångström', '\u212Bngström', 'ANGSTRÖM', 'A\u030Angstro\u0308m']],
    ['orsted', ['Ørsted', 'ØRSTED', 'ørsted']],
    ['lukasz', ['Łukasz', 'ŁUKASZ']],
    ['strasse', ['Straße', 'STRASSE', 'STRAẞE']],
    ['obrien', ["O'Brien", 'O’Brien', 'OʼBrien', 'O‘Brien', 'O´Brien', 'O`Brien', 'O＇Brien']],
    ['oeuvre', ['Œuvre', 'œuvre', 'OEuvre']],
    ['muller', ['Müller', 'MU\u0308LLER', 'Ｍｕｌｌｅｒ']],
    ['istanbul', ['İstanbul', 'ISTANBUL', 'ıstanbul', 'istanbul']],
    ['aegir thor duro', ['Ægir Þor Đuro', 'ÆGIR ÞOR ÐURO']],
    ['fischer', ['ﬁscher', 'Fiſcher']],
    ['οδοσ', ['ΟΔΟΣ', 'οδος', 'Όδος']],
    ['smith-jones', ['Smith\u2011Jones', 'Smith–Jones', 'Smith−Jones']],
    ['dock 12', ['Dock\u00A0１２', 'Dock\u202F١٢', ' Dock \u0085 12 ', 'Dock\n12']],
    ['sam', ['S\u200Bam', '\uFEFFSam', 'Sa\u00ADm', 'Sa\u2060m', 'S\u202Aam\u202C']],
    ['محمد', ['مُحَمَّد', 'محمد']],
    ['한글', ['한글', '\u1112\u1161\u11AB\u1100\u1173\u11AF']],
  ])('%p matches each of %p', (folded, writings) => {
    for (const writing of writings) expect(foldedText(writing)).toBe(folded);
  });

  test('keeps vowel signs of scripts that need them', () => {
    expect(foldedText('की')).not.toBe(foldedText('कु'));
    expect(foldedText('ที่')).not.toBe(foldedText('ทา'));
  });

  test('is the same after folding again, in either case, composed or not', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldedText(text);
        expect(foldedText(folded)).toBe(folded);
        expect(foldedText(text.normalize('NFD'))).toBe(folded);
        expect(foldedText(text.normalize('NFC'))).toBe(folded);
      }),
      { numRuns: 300 },
    );
  });

  test('ignores capitals', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aéÅøŁßœÜıİñç’- 7'), maxLength: 20 });
    fc.assert(
      fc.property(letters, (text) => {
        expect(foldedText(text.toUpperCase())).toBe(foldedText(text));
        expect(foldedText(text.toLowerCase())).toBe(foldedText(text));
      }),
    );
  });

  test('is found in every longer text that has its words', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(words, words, words, (before, word, after) => {
        expect(foldedText(`${before} ${word} ${after}`)).toContain(foldedText(word));
      }),
    );
  });
});

test('the digits of every script are digits', () => {
  const digits = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Nd}/u.test(sign));
  expect(digits.length).toBeGreaterThan(600);
  expect(digits.map(plainDigits)).toEqual(digits.map((_, index) => String(index % 10)));
});

test('names are sorted by the English alphabet', () => {
  const names = ['Zeta', 'Łukasz', 'émile', 'Felix', 'Élodie', 'edward', 'Mia', 'Ørsted', 'Otto'];
  expect(names.toSorted(byAlphabet)).toEqual([
    'edward',
    'Élodie',
    'émile',
    'Felix',
    'Łukasz',
    'Mia',
    'Ørsted',
    'Otto',
    'Zeta',
  ]);
});
