import { expect, test } from 'bun:test';
import { boatNamed } from '@/domain/account/boats';
import { cents, toTenths } from '@/domain/money';
import type { Delivery } from './driver-day';
import { assessTyped, mismatchOf, missingPhoto, missingProof, proofOf } from './entered';

/** 25 gallons at $4.10, and 2 bags of ice. */
const delivery = {
  estimatedGallonsTenths: toTenths(25),
  fuelType: 'Regular',
  smallIceBags: 2,
  mediumIceBags: 0,
  largeIceBags: 0,
  unitPriceCents: cents(410),
  confirmAboveCents: cents(60_000),
  testMode: false,
} as Delivery;

test('the total follows the typed figures and is null without a number', () => {
  expect(assessTyped(delivery, { actualGallons: '' }).totalCents).toBeNull();
  expect(assessTyped(delivery, { actualGallons: '2x' }).totalCents).toBeNull();
  // 24.5 × $4.10, 2 bags of ice as ordered, and the delivery fee.
  expect(assessTyped(delivery, { actualGallons: '24.5' }).totalCents).toBe(cents(14_045));
  expect(assessTyped(delivery, { actualGallons: '24.5', smallIceBags: 1 }).totalCents).toBe(
    cents(13_545),
  );
});

test('the form asks about too many gallons during typing, and about too few on submit', () => {
  const soFar = (actualGallons: string) => assessTyped(delivery, { actualGallons }).doubtSoFar;
  expect(['2', '24', '24.5', '42'].map(soFar)).toEqual(['', '', '', '']);
  expect(soFar('245')).toBe('245 gallons were entered, for an order of 25.');
  expect(assessTyped(delivery, { actualGallons: '2' }).doubt).toBe(
    '2 gallons were entered, for an order of 25.',
  );
});

test('the form asks about the wrong fuel for the boat, and about more than its tank holds', () => {
  const boat = { ...boatNamed('Gull'), fuelCapacity: 20, fuelTaken: 'Premium' as const };
  const forGull = { ...delivery, canType: 'boat', boat } as Delivery;
  expect(assessTyped(forGull, { actualGallons: '24' }).doubt).toBe(
    'Gull takes Premium, but this order is for Regular.',
  );
  expect(assessTyped(forGull, { actualGallons: '26' }).doubtSoFar).toBe(
    '26 gallons were entered, for an order of 25. The tank holds 20.',
  );
  // Days stored by older builds don't have boats.
  expect(mismatchOf(delivery)).toBeNull();
});

test('a missing photo is an error only if the owner requires one', () => {
  expect(missingPhoto({ asksForPhoto: true }, null)).toContain('Add a photo');
  expect(missingPhoto({ asksForPhoto: true }, 'data:image/jpeg;base64,AAAA')).toBeNull();
  expect(missingPhoto({ asksForPhoto: false }, null)).toBeNull();
});

test('a missing signature is an error only if the owner requires one and no photo replaces it', () => {
  const required = { asksForSignature: true };
  const none = { signature: null, nobodyAboard: null };
  expect(missingProof(required, proofOf(none))).toContain('Get a signature');
  expect(missingProof({ asksForSignature: false }, proofOf(none))).toBeNull();
  const signed = proofOf({ ...none, signature: 'a name' });
  expect(signed).toEqual({ kind: 'signature', photo: 'a name' });
  const noOne = proofOf({ ...none, nobodyAboard: 'a boat' });
  expect(noOne).toEqual({ kind: 'nobody_aboard', photo: 'a boat' });
  expect([signed, noOne].map((proof) => missingProof(required, proof))).toEqual([null, null]);
});
