import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { cleanPhone, formatPhone, isPhone, phoneDigits, phoneParts } from './phone';
import { phoneForms } from './phone-forms';
import { phoneKey, samePhone, worldPhone } from './phone-number';

const WRITINGS = [
  '2695550123',
  '(269) 555-0123',
  '269.555.0123',
  '269/555-0123',
  '269,555,0123',
  '+1 269 555 0123',
  '1-269-555-0123',
  '001 269 555 0123',
  '(269)\u00A0555\u20110123',
  '269–555–0123',
  '269\u2009555·0123',
  '269\u202F555\u202F0123',
  '\uFEFF269 555\u2060 0123',
  '\u202A(269) 555-0123\u202C',
  '２６９５５５０１２３',
  '＋１（２６９）５５５－０１２３',
  '٢٦٩٥٥٥٠١٢٣',
  '۲۶۹ ۵۵۵ ۰۱۲۳',
  'tel:2695550123',
  'tel:+1-269-555-0123',
  'sms:+12695550123',
  'cell 269-555-0123',
  '269-555-0123 (cell)',
];
const WITH_EXTENSION = [
  '269-555-0123 ext 12',
  '269-555-0123 ext. 12',
  '269-555-0123 Extension 12',
  '269-555-0123x12',
  '269 555 0123 X12',
  '1-269-555-0123 #12',
  '(269) 555-0123 (ext. 12)',
  '2695550123,,12',
  '2695550123;12',
  'tel:+12695550123;ext=12',
  '269 555 0123 12',
  '+1 (269) 555-0123 ｘ１２',
];

describe('a North American phone number', () => {
  test.each(WRITINGS)('%p is the same number', (typed) => {
    expect(formatPhone(typed)).toBe('(269) 555-0123');
    expect(phoneForms(typed).call).toBe('tel:+12695550123');
    expect(phoneKey(typed)).toBe('12695550123');
    expect(isPhone(typed)).toBe(true);
    expect(samePhone(typed, '2695550123')).toBe(true);
  });

  test.each(WITH_EXTENSION)('%p has an extension', (typed) => {
    expect(phoneParts(typed)).toMatchObject({ extension: '12', rest: '' });
    expect(phoneForms(typed)).toEqual({
      shown: '(269) 555-0123 ext. 12',
      call: 'tel:+12695550123;ext=12',
      text: 'sms:+12695550123',
    });
    expect(phoneDigits(typed).slice(-4)).toBe('0123');
    expect(samePhone(typed, '(269) 555-0123')).toBe(true);
  });

  test.each([
    '(269) 555-0123 or 555-0124',
    '269-555-0123 / 269-555-0124',
    '269-555-0123, 555-0124',
    '269-555-0123 269-555-0124',
    '269-555-0123 & 0124',
  ])('of the two in %p is the first, and both are shown', (typed) => {
    expect(phoneForms(typed)).toEqual({
      shown: typed,
      call: 'tel:+12695550123',
      text: 'sms:+12695550123',
    });
    expect(samePhone(typed, '2695550123')).toBe(true);
  });

  test('needs 10 digits, not counting its extension', () => {
    expect(isPhone('555-0123 ext 123')).toBe(false);
    expect(isPhone('555-0123 or 555-0124')).toBe(false);
    expect(isPhone('269555012')).toBe(false);
    expect(isPhone('no number')).toBe(false);
  });

  test('has the same forms as in libphonenumber', () => {
    const code = fc.integer({ min: 200, max: 999 });
    const line = fc
      .integer({ min: 0, max: 9_999 })
      .map((digits) => String(digits).padStart(4, '0'));
    const extension = fc.option(fc.integer({ min: 0, max: 9_999_999 }).map(String), {
      nil: undefined,
    });
    const mark = fc.constantFrom(' ext ', ' ext. ', 'x', ' x', ' #', ';ext=', ' extension ');
    const separator = fc.constantFrom('', ' ', '-', '.', '\u00A0', '\u2011');
    fc.assert(
      fc.property(
        code,
        code,
        line,
        extension,
        mark,
        separator,
        (area, office, last, ext, by, gap) => {
          const typed = `${area}${gap}${office}${gap}${last}${ext === undefined ? '' : `${by}${ext}`}`;
          const theirs = parsePhoneNumberFromString(typed, 'US');
          expect(phoneForms(typed).call).toBe(theirs?.getURI() ?? '');
          expect(phoneForms(typed).shown).toBe(theirs?.formatNational() ?? '');
          expect(`+${phoneKey(typed)}`).toBe(theirs?.number ?? '');
        },
      ),
    );
  });
});

describe('a foreign phone number', () => {
  test.each([
    '+44 20 7946 0958',
    '+442079460958',
    '+44 (0)20 7946 0958',
    '+44 020 7946 0958',
    '0044 20 7946 0958',
    '011 44 20 7946 0958',
    '＋４４ ２０ ７９４６ ０９５８',
    'tel:+442079460958',
  ])('%p is the same number', (typed) => {
    expect(worldPhone(typed)).toEqual({
      shown: '+44 20 7946 0958',
      call: 'tel:+442079460958',
      text: 'sms:+442079460958',
    });
    expect(phoneKey(typed)).toBe('442079460958');
  });

  test('keeps its extension', () => {
    expect(worldPhone('+49 30 123456 ext 7')).toEqual({
      shown: '+49 30 123456 ext. 7',
      call: 'tel:+4930123456;ext=7',
      text: 'sms:+4930123456',
    });
  });

  test('keeps the zero of the countries that dial it', () => {
    expect(worldPhone('+39 06 698 12345').call).toBe('tel:+390669812345');
  });

  test('is compared without its plus, but dialed only with it', () => {
    expect(samePhone('442079460958', '+44 20 7946 0958')).toBe(true);
    expect(worldPhone('442079460958').call).toBe('tel:442079460958');
  });

  test('differs from others in the same block', () => {
    const block = ['+44 20 7946 0958', '+44 20 7946 0959', '+44 20 7946 0960'];
    expect(new Set(block.map(phoneKey)).size).toBe(3);
  });

  test('never equals a North American one with the same digits', () => {
    expect(samePhone('+47 22 34 56 78', '(472) 234-5678')).toBe(false);
  });
});

test('a phone number is the same in every format', () => {
  const same = [
    '(269) 555-0117',
    '269.555.0117',
    '+1 269 555 0117',
    '001 2695550117',
    '2695550117 x12',
  ];
  expect(new Set(same.map(phoneKey))).toEqual(new Set(['12695550117']));
});

test('digits after a number don’t make it another number', () => {
  expect(phoneKey('269555012377')).toBe('12695550123');
});

test('two empty fields aren’t the same number', () => {
  expect(samePhone('', '')).toBe(false);
  expect(samePhone('none', 'none')).toBe(false);
});

test('cleaning changes nothing else in a phone number', () => {
  expect(cleanPhone(' tel:+1 269-555-0123 ')).toBe('+1 269-555-0123');
  expect(cleanPhone('tel:+12695550123;ext=12')).toBe('+12695550123 ext. 12');
  expect(cleanPhone('(269)\u00A0555\u20110123\u200B (dock\u202E)')).toBe('(269) 555-0123 (dock)');
  expect(cleanPhone('٢٦٩ 555 ０１２３\n')).toBe('269 555 0123');
});

test('a North American number with two country codes is shown in our format', () => {
  expect(worldPhone('001120 7946 0958').shown).toBe('(207) 946-0958');
});

test('cleaning any text twice changes nothing, and it stays the same number', () => {
  const pieces = [
    '269',
    '555',
    '0123',
    '44',
    '20 7946 0958',
    'ext',
    'tel:',
    ';ext=',
    ' or ',
    '011',
  ];
  const signs = [...'0123456789+() -.xX#,;/~٣５\u00A0\u2011\u200B'];
  const unit = fc.constantFrom(...pieces, ...pieces, ...signs);
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (typed) => {
      const clean = cleanPhone(typed);
      expect(cleanPhone(clean)).toBe(clean);
      expect(phoneKey(clean)).toBe(phoneKey(typed));
      const { shown } = worldPhone(typed);
      expect(phoneKey(shown)).toBe(phoneKey(typed));
      expect(worldPhone(shown).shown).toBe(shown);
    }),
    { numRuns: 300 },
  );
});
