import { expect, test } from 'bun:test';
import { lackEndedBy, lacksOf } from './proof';

const asked = { asksForPhoto: true, asksForSignature: true };

test('nothing is lacking where nothing is asked for', () => {
  expect(lacksOf({ asksForPhoto: false, asksForSignature: false }, [])).toEqual([]);
});

test('the photo and the signature are asked for each by itself', () => {
  expect(lacksOf(asked, [])).toEqual(['photo', 'proof']);
  expect(lacksOf({ ...asked, asksForPhoto: false }, ['receipt'])).toEqual(['proof']);
  expect(lacksOf(asked, ['fuel', 'signature'])).toEqual([]);
});

test('a photo that no one is aboard stands in for the signature, and for nothing else', () => {
  expect(lacksOf(asked, ['nobody_aboard'])).toEqual(['photo']);
  expect(lacksOf(asked, ['fuel'])).toEqual(['proof']);
});

test('a picture that comes later ends the lack that it was asked for', () => {
  expect(lackEndedBy('fuel')).toBe('photo');
  expect(lackEndedBy('signature')).toBe('proof');
  expect(lackEndedBy('nobody_aboard')).toBe('proof');
});
