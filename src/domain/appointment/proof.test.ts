import { expect, test } from 'bun:test';
import { lackEndedBy, lacksOf } from './proof';

const required = { asksForPhoto: true, asksForSignature: true };

test('nothing is lacking where nothing is required', () => {
  expect(lacksOf({ asksForPhoto: false, asksForSignature: false }, [])).toEqual([]);
});

test('the photo and the signature are required each by itself', () => {
  expect(lacksOf(required, [])).toEqual(['photo', 'proof']);
  expect(lacksOf({ ...required, asksForPhoto: false }, ['receipt'])).toEqual(['proof']);
  expect(lacksOf(required, ['fuel', 'signature'])).toEqual([]);
});

test('a photo that no one is aboard stands in for the signature, and for nothing else', () => {
  expect(lacksOf(required, ['nobody_aboard'])).toEqual(['photo']);
  expect(lacksOf(required, ['fuel'])).toEqual(['proof']);
});

test('a picture that comes later ends its lack', () => {
  expect(lackEndedBy('fuel')).toBe('photo');
  expect(lackEndedBy('signature')).toBe('proof');
  expect(lackEndedBy('nobody_aboard')).toBe('proof');
});
