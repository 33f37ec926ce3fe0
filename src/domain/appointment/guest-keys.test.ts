import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isContactOf, MOST_KEYS, newestOpen, type VisitorKey, withKey } from './guest-keys';

const key = (appointmentId: string, over: Partial<VisitorKey> = {}): VisitorKey => ({
  appointmentId,
  linkVersion: 0,
  kind: 'key',
  isDormant: false,
  ...over,
});
const link = (id: string, over: Partial<VisitorKey> = {}) => key(id, { kind: 'link', ...over });

describe('a new key in a browser', () => {
  test('goes first, and only once per delivery', () => {
    const held = withKey(withKey([], key('a')), key('b'));
    expect(held).toEqual([key('b'), key('a')]);
    expect(withKey(held, key('a'))).toEqual([key('a'), key('b')]);
    expect(withKey([link('a')], key('a'))).toEqual([key('a')]);
  });

  test('doesn’t replace a key if it’s from a link, even if the key is dormant', () => {
    expect(withKey([key('a')], link('a'))).toEqual([key('a')]);
    const dormant = key('a', { isDormant: true });
    expect(withKey([dormant], link('a'))).toEqual([link('a'), dormant]);
  });

  test('replaces one with an old link', () => {
    const newer = link('a', { linkVersion: 1 });
    expect(withKey([key('a')], newer)).toEqual([newer]);
  });
});

const anyKey: fc.Arbitrary<VisitorKey> = fc.record({
  appointmentId: fc.uuid(),
  linkVersion: fc.nat(3),
  kind: fc.constantFrom('key', 'link'),
  isDormant: fc.boolean(),
});

describe('a browser keeps', () => {
  test('the newest keys of open deliveries before links and closed deliveries', () => {
    fc.assert(
      fc.property(fc.array(anyKey, { maxLength: 40 }), fc.func(fc.boolean()), (held, isOpen) => {
        const kept = newestOpen(held, isOpen);
        expect(kept.length).toBe(Math.min(held.length, MOST_KEYS));
        expect(kept).toEqual(held.filter((one) => kept.includes(one)));
        const openKeys = held.filter((one) => isOpen(one) && one.kind === 'key');
        expect(kept).toEqual(expect.arrayContaining(openKeys.slice(0, MOST_KEYS)));
        const openLinks = held.filter((one) => isOpen(one) && one.kind === 'link');
        const room = Math.max(0, MOST_KEYS - openKeys.length);
        expect(kept).toEqual(expect.arrayContaining(openLinks.slice(0, room)));
      }),
    );
  });
});

describe('an account is that of a delivery', () => {
  const none = { phone: null, email: null, emailProvenAt: null };
  const delivery = { customerPhone: '(269) 555-0142', customerEmail: 'Anna@lake.example' };

  test.each([
    ['269.555.0142', true],
    ['+1 269 555 0142', true],
    ['(269) 555-0143', false],
    ['555-0142', false],
    ['0142', false],
    ['', false],
  ])('by the phone number %s: %p', (phone, isTheirs) => {
    expect(isContactOf({ ...none, phone }, delivery)).toBe(isTheirs);
  });

  test('by an extension, if both have one', () => {
    const office = { ...delivery, customerPhone: '269-555-0142 x5' };
    expect(isContactOf({ ...none, phone: '269-555-0142 ext. 5' }, office)).toBe(true);
    expect(isContactOf({ ...none, phone: '269-555-0142' }, office)).toBe(true);
    expect(isContactOf({ ...none, phone: '269-555-0142 x6' }, office)).toBe(false);
  });

  test('by a number of another country, digit for digit', () => {
    const abroad = { ...delivery, customerPhone: '+44 7700 900123' };
    expect(isContactOf({ ...none, phone: '00447700900123' }, abroad)).toBe(true);
    expect(isContactOf({ ...none, phone: '+44 7700 900199' }, abroad)).toBe(false);
  });

  test('by the email address, once it is verified', () => {
    const account = { ...none, email: 'anna@LAKE.example' };
    expect(isContactOf(account, delivery)).toBe(false);
    expect(isContactOf({ ...account, emailProvenAt: 1 }, delivery)).toBe(true);
    expect(isContactOf({ ...account, email: 'b@lake.example', emailProvenAt: 1 }, delivery)).toBe(
      false,
    );
  });

  test('never by a value that both lack', () => {
    const blank = { customerPhone: null, customerEmail: null };
    expect(isContactOf({ ...none, emailProvenAt: 1 }, blank)).toBe(false);
    const empty = { customerPhone: '', customerEmail: '' };
    expect(isContactOf({ phone: '', email: '', emailProvenAt: 1 }, empty)).toBe(false);
  });
});
