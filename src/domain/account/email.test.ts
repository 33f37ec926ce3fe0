import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  emailFault,
  emailKey,
  isEmail,
  isSameEmail,
  mailtoLink,
  parseEmail,
  wireAddress,
} from './email';

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

test.each([
  "o'brien@lake.example",
  'a.b-c_d+e=f@a-b.lake.example',
  '1@2.lake.example',
  'x@xn--bcher-kva.example',
  `${'x'.repeat(64)}@lake.example`,
  `x@${'y'.repeat(63)}.example`,
  'j\u00FCrgen@b\u00FCcher.example',
  '\u043F\u0451\u0442\u0440@\u043F\u043E\u0447\u0442\u0430.\u0440\u0444',
])('%p is stored as it was typed', (typed) => {
  expect(parseEmail(typed)).toBe(typed);
});

test.each([
  ['a space at an end', ' sam@lake.example ', 'sam@lake.example'],
  ['full-width letters', '\uFF53\uFF41\uFF4D\uFF20lake\uFF0Eexample', 'sam@lake.example'],
  ['composed letters', 'ju\u0308rgen@lake.example', 'j\u00FCrgen@lake.example'],
  ['characters that show nothing', 'sa\u200Dm\u200B@lake\u2060.example', 'sam@lake.example'],
])('%s: %p is stored as %p', (_what, typed, stored) => {
  expect(parseEmail(typed)).toBe(stored);
});

describe('an address that email programs could misread', () => {
  test.each([
    ['a display name', 'Eve<victim@lake.example>'],
    ['a display name that is a link', 'Pay-at-evil.example<victim@lake.example>'],
    ['angle brackets', '<victim@lake.example>'],
    ['half of them', 'victim@lake.example>'],
    ['a list', 'x,victim@lake.example'],
    ['another list', 'x;victim@lake.example'],
    ['a list that ends', 'victim@lake.example,'],
    ['a group', 'grp:victim@lake.example'],
    ['a whole group', 'grp:victim@lake.example;'],
    ['a header', 'to:victim@lake.example'],
    ['a comment', 'victim(c)@lake.example'],
    ['a comment in front', '(x)victim@lake.example'],
    ['a comment at the end', 'victim@lake.example(x)'],
    ['quotes', '"x"<victim@lake.example>'],
    ['a quoted local part', '"sam waters"@lake.example'],
    ['a backslash', 'sam\\@lake.example'],
    ['an IP address', 'a@[127.0.0.1]'],
    ['an IP address without brackets', 'a@127.0.0.1'],
    ['an IP address in other numbers', 'a@lake.0x7f'],
    ['a port', 'a@lake.example:25'],
    ['a path', 'a@lake.example/x'],
    ['a percent sign in the domain', 'a@lake%2Eexample'],
    ['a line end', 'a@lake.example\r\nBcc: x@lake.example'],
    ['a line end in the middle', 'a\n@lake.example'],
    ['a dot at the end', 'victim@lake.example.'],
    ['two dots', 'a..b@lake.example'],
    ['a dot in front', '.a@lake.example'],
    ['a dot before the @', 'a.@lake.example'],
    ['an empty label', 'a@lake..example'],
    ['a label that starts the domain with a dot', 'a@.lake.example'],
    ['an underscore in the domain', 'a@lake_example.com'],
    ['a hyphen that begins a label', 'a@-lake.example'],
    ['a hyphen that ends one', 'a@lake-.example'],
    ['one label', 'a@localhost'],
    ['a top-level domain of digits', 'a@lake.123'],
    ['a broken punycode label', 'a@xn--zzzzzz.example'],
    ['an ideographic full stop', 'a@lake\u3002example'],
    ['a joiner that shows', '\u0646\u0645\u06CC\u200C\u062F\u0627@lake.example'],
    ['a variation selector', 'sam@lake\uFE0F.example'],
    ['letters of two alphabets', '\u0430dmin@lake.example'],
    ['a long local part', `${'x'.repeat(65)}@lake.example`],
    ['a local part that is long in UTF-8', `${'\u00FC'.repeat(33)}@lake.example`],
    ['a long label', `a@${'y'.repeat(64)}.example`],
    ['a long address', `a@${'abcdefgh.'.repeat(28)}example`],
  ])('%s: %p is refused', (_what, typed) => {
    expect(parseEmail(typed)).toBeNull();
    expect(wireAddress(typed)).toBeNull();
    expect(emailFault(typed)).not.toBeNull();
  });

  test('any accepted text has one @ and no character that ends an address', () => {
    const pieces = fc.constantFrom(
      ...'a.b@-_<>()[],;:\\" \r\n+\'\u00FC\uFF20\u3002\u200B'.split(''),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 16 }), (typed) => {
        const stored = parseEmail(`${typed.join('')}lake.example`);
        if (stored === null) return;
        expect(stored).toMatch(/^[^\s<>()[\],;:\\"@]+@[^\s<>()[\],;:\\"@]+$/);
        expect(parseEmail(stored)).toBe(stored);
        expect(wireAddress(stored)).not.toBeNull();
      }),
    );
  });
});

test('text close to an address gets an example of one', () => {
  expect(emailFault('victim@lake.example.')).toBe('Enter an email address like name@example.com');
  expect(emailFault('sam')).toBe('Please enter a valid email address');
  expect(emailFault('sam', 'Valid email is required')).toBe('Valid email is required');
  expect(emailFault('sam@lake.example')).toBeNull();
});

describe('an email server gets', () => {
  test('the domain in ASCII and the local part unchanged', () => {
    expect(wireAddress('Sam.Waters@Lake.Example')).toBe('Sam.Waters@lake.example');
    expect(wireAddress('x@b\u00FCcher.example')).toBe('x@xn--bcher-kva.example');
    expect(wireAddress('j\u00FCrgen@lake.example')).toBe('j\u00FCrgen@lake.example');
  });

  test('nothing for an address that is stored in another form', () => {
    for (const old of ['\uFF41@lake.example', 'ju\u0308rgen@lake.example', ' a@lake.example', '']) {
      expect(wireAddress(old)).toBeNull();
    }
  });
});

describe('one mailbox is one address', () => {
  test.each([
    ['capitals', 'sam@lake.example', 'SAM@Lake.Example'],
    ['other letters', 'j\u00FCrgen@lake.example', 'JU\u0308RGEN@lake.example'],
    ['punycode', 'x@b\u00FCcher.example', 'x@xn--bcher-kva.example'],
    ['capitals in the domain', 'x@b\u00FCcher.example', 'x@B\u00DCCHER.example'],
  ])('%s', (_what, one, other) => {
    expect(isSameEmail(parseEmail(other) ?? '', one)).toBe(true);
    expect(emailKey(one)).toBe(emailKey(other));
  });

  test('a sharp s equals ss to find an account, but not to verify an address', () => {
    expect(emailKey('stra\u00DFe@lake.example')).toBe(emailKey('STRASSE@lake.example'));
    expect(isSameEmail('stra\u00DFe@lake.example', 'strasse@lake.example')).toBe(false);
  });

  test('the Kelvin sign equals a k', () => {
    expect(emailKey('kim@lake.example')).toBe(emailKey('\u212Aim@lake.example'));
  });

  test('a domain with a sharp s is a different domain', () => {
    expect(emailKey('x@fa\u00DF.example')).not.toBe(emailKey('x@fass.example'));
  });

  test('an address stored before the current rules has a key too', () => {
    expect(emailKey('Eve <X@Lake.example>')).toBe('eve <x@lake.example>');
    expect(isSameEmail('sam@lake.example', null)).toBe(false);
  });
});

test('a mailto link can’t add other fields to the message', () => {
  expect(mailtoLink('sam@lake.example')).toBe('mailto:sam@lake.example');
  expect(mailtoLink('a?bcc=b&x@lake.example')).toBe('mailto:a%3Fbcc%3Db%26x@lake.example');
});
