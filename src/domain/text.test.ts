import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldedName, formatCount, formatNetworkAddress, onOneLine, withoutHidden } from './text';

test('counts from 1,000 have a comma', () => {
  expect([0, 999, 1655, 1_000_000].map(formatCount)).toEqual(['0', '999', '1,655', '1,000,000']);
});

test('invisible characters are removed, and joiners between letters stay', () => {
  expect(withoutHidden('a\u0000b\u200B\u202Ec\u2066\uFEFF\n\td')).toBe('abc\n\td');
  expect(withoutHidden('\u{1F468}\u200D\u{1F469}, می\u200Cخواهم')).toBe(
    '\u{1F468}\u200D\u{1F469}, می\u200Cخواهم',
  );
  expect(onOneLine('Sam\r\n\u2028Waters\u0007')).toBe('Sam Waters');
});

test.each([
  ['a flag of England', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  ['a woman at the wheel', '\u{1F6A3}\u{1F3FD}\u200D\u2640\uFE0F'],
  ['a heart', '\u2764\uFE0F'],
  ['a Persian word', 'نمی\u200Cدانم'],
  ['a Persian word with vowels', 'نمِی\u200Cدانم'],
  ['a Sinhala name', 'ශ්\u200Dරී'],
  ['a Malayalam letter', 'അവന്\u200D'],
])('%s stays unchanged', (_, typed) => {
  expect(onOneLine(typed)).toBe(typed);
});

test.each([
  ['Sa\u200Dm', 'Sam'],
  ['Sam\u200C', 'Sam'],
  ['\u200DSam', 'Sam'],
  ['Sam\u{E0041}\u{E0042}', 'Sam'],
  ['\u3164Sam\u115F', 'Sam'],
  ['S\u034Fam\u180E', 'Sam'],
  ['می\u200C', 'می'],
  ['\uD83DSam', 'Sam'],
  ['Sa\u00ADm\u2065', 'Sam'],
])('%p becomes %p', (typed, seen) => {
  expect(onOneLine(typed)).toBe(seen);
});

test('all line endings become \\\
, and one-line text has none', () => {
  expect(withoutHidden('a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh')).toBe('a\nb\nc\nd\ne\nf\ng\nh');
  expect(onOneLine('12\u0085Maple\r\nDrive\tEast')).toBe('12 Maple Drive East');
});

test('cleaned text has no invisible characters, and cleaning it again changes nothing', () => {
  const typed = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        ...'a7 \n\r\t\u200B\u200C\u200D\u202E\uFEFF\u2028\u0000ی\u{1F468}\u{E0067}\u{1F3F4}',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(typed, (text) => {
      const seen = withoutHidden(text);
      expect(withoutHidden(seen)).toBe(seen);
      expect(seen).not.toMatch(/(?![\n\t])[\p{Cc}\u200B\u202A-\u202E\u2060\uFEFF\u2028]/u);
      expect(onOneLine(text)).not.toMatch(/[\n\r\t]| {2}/);
    }),
    { numRuns: 300 },
  );
});

test('an IPv4 address in IPv6 form is shown in its usual form', () => {
  const typed = ['::ffff:203.0.113.9', '203.0.113.9', '2001:db8::1'];
  expect(typed.map(formatNetworkAddress)).toEqual(['203.0.113.9', '203.0.113.9', '2001:db8::1']);
});

describe('names are compared regardless of spelling differences', () => {
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
  ])('but %s is another name', (_what, one, other) => {
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
