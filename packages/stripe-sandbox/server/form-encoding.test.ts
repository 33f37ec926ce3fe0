import { expect, test } from 'bun:test';
import { canonicalForm, decodeForm } from './form-encoding';

test('the decoder reads nested hashes and both forms of arrays', () => {
  expect(decodeForm('a=1&b[c]=2&b[d][e]=3&f[0]=x&f[1]=y&g[]=p&g[]=q&h[0][i]=7')).toEqual({
    a: '1',
    b: { c: '2', d: { e: '3' } },
    f: ['x', 'y'],
    g: ['p', 'q'],
    h: [{ i: '7' }],
  });
});

test('the decoder reads text and never reaches a prototype by name', () => {
  expect(decodeForm('metadata[note]=a%20b%26c&name=%C3%A9')).toEqual({
    metadata: { note: 'a b&c' },
    name: 'é',
  });
  const hostile = decodeForm('__proto__[polluted]=1&a[constructor][x]=1&b[__proto__]=2');
  expect(hostile).toEqual({});
  expect('polluted' in {}).toBe(false);
});

test('the canonical form depends on the values, not on their order', () => {
  const one = canonicalForm(decodeForm('a=1&b[c]=2&b[d]=3'));
  expect(canonicalForm(decodeForm('b[d]=3&b[c]=2&a=1'))).toBe(one);
  expect(canonicalForm(decodeForm('b[d]=3&b[c]=2&a=2'))).not.toBe(one);
});
