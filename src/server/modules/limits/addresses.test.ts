import { expect, test } from 'bun:test';
import { bucketOf, callerAddress, proxyCheck } from './addresses';

test('without a proxy a forged X-Forwarded-For does not count', () => {
  expect(callerAddress('203.0.113.9', '1.2.3.4', 0)).toBe('203.0.113.9');
  expect(callerAddress(null, '1.2.3.4', 0)).toBeNull();
});

test('behind proxies, only the entries of trusted proxies count', () => {
  expect(callerAddress('10.0.0.1', '6.6.6.6, 203.0.113.9', 1)).toBe('203.0.113.9');
  expect(callerAddress('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', 2)).toBe('203.0.113.9');
  expect(callerAddress('10.0.0.1', '203.0.113.9', 2)).toBe('203.0.113.9');
  expect(callerAddress('10.0.0.1', null, 1)).toBe('10.0.0.1');
  expect(callerAddress('10.0.0.1', "'; drop table users; --", 1)).toBe('10.0.0.1');
  expect(callerAddress('10.0.0.1', '203.0.113.9:5123', 1)).toBe('203.0.113.9');
  expect(callerAddress('10.0.0.1', '[2001:db8::7]:5123', 1)).toBe('2001:db8::7');
});

test('an IPv6 network is one caller, and an IPv4 address written as IPv6 is itself', () => {
  expect(bucketOf('2001:db8:1:2:3:4:5:6').text).toBe('2001:db8:1:2');
  expect(bucketOf('2001:DB8:1:2::9').text).toBe('2001:db8:1:2');
  expect(bucketOf('2001:db8::9').text).toBe('2001:db8:0:0');
  expect(bucketOf('::ffff:203.0.113.9').text).toBe('203.0.113.9');
  expect(bucketOf('nonsense')).toEqual({ text: 'unknown', isOwnNetwork: false });
});

test('addresses of our own network are recognized', () => {
  for (const own of [
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.17.0.1',
    '192.168.1.5',
    'fd00::1',
    'fe80::1%eth0',
  ]) {
    expect([own, bucketOf(own).isOwnNetwork]).toEqual([own, true]);
  }
  for (const other of ['203.0.113.9', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8']) {
    expect([other, bucketOf(other).isOwnNetwork]).toEqual([other, false]);
  }
});

test('only our own network, or the listed addresses, are trusted as proxies', () => {
  const own = proxyCheck(null);
  for (const socket of ['127.0.0.1', '::1', '::ffff:10.1.2.3', '192.168.1.7', 'fd00::5', null]) {
    expect(own(socket)).toBe(true);
  }
  for (const socket of ['203.0.113.9', '2001:db8::1', '::ffff:8.8.8.8', 'nonsense']) {
    expect(own(socket)).toBe(false);
  }
  const named = proxyCheck(['203.0.113.0/24', '2001:db8::1']);
  for (const socket of ['203.0.113.9', '2001:db8::1', '::ffff:203.0.113.1']) {
    expect(named(socket)).toBe(true);
  }
  for (const socket of ['127.0.0.1', '10.0.0.1', '2001:db8::2']) expect(named(socket)).toBe(false);
});
