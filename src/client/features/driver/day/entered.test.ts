import { expect, test } from 'bun:test';
import { boatNamed } from '@/domain/account/boats';
import { cents, toTenths } from '@/domain/money';
import type { Delivery } from './driver-day';
import { assessTyped, mismatchOf, missingPhoto, missingProof, proofOf } from './entered';

/** 25 gallons at $4.10, and two bags of ice. */
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

test('the total follows what is typed; without a number there is none', () => {
  expect(assessTyped(delivery, { actualGallons: '' }).totalCents).toBeNull();
  expect(assessTyped(delivery, { actualGallons: '2x' }).totalCents).toBeNull();
  // 24.5 × $4.10, two bags of ice as ordered, and the fee for both.
  expect(assessTyped(delivery, { actualGallons: '24.5' }).totalCents).toBe(cents(14_045));
  expect(assessTyped(delivery, { actualGallons: '24.5', smallIceBags: 1 }).totalCents).toBe(
    cents(13_545),
  );
});

test('the form asks about too many gallons while the driver enters them, about too few when they are sent', () => {
  const soFar = (actualGallons: string) => assessTyped(delivery, { actualGallons }).doubtSoFar;
  expect(['2', '24', '24.5', '42'].map(soFar)).toEqual(['', '', '', '']);
  expect(soFar('245')).toBe('245 gallons were entered, for an order of 25.');
  expect(assessTyped(delivery, { actualGallons: '2' }).doubt).toBe(
    '2 gallons were entered, for an order of 25.',
  );
});

test('the form asks about a fuel that does not fit the boat, and about more than its tank holds', () => {
  const boat = { ...boatNamed('Gull'), fuelCapacity: 20, fuelTaken: 'Premium' as const };
  const forGull = { ...delivery, canType: 'boat', boat } as Delivery;
  expect(assessTyped(forGull, { actualGallons: '24' }).doubt).toBe(
    'Gull takes Premium fuel, and this is Regular.',
  );
  expect(assessTyped(forGull, { actualGallons: '26' }).doubtSoFar).toBe(
    '26 gallons were entered, for an order of 25. The tank holds 20.',
  );
  // A build before boats were known stored a day without them.
  expect(mismatchOf(delivery)).toBeNull();
});

test('a photo is missed only where the owner wants one of each delivery', () => {
  expect(missingPhoto({ asksForPhoto: true }, null)).toContain('Add a photo');
  expect(missingPhoto({ asksForPhoto: true }, 'data:image/jpeg;base64,AAAA')).toBeNull();
  expect(missingPhoto({ asksForPhoto: false }, null)).toBeNull();
});

test('a signature is missed only where the owner wants one, and a photo that no one is aboard stands in', () => {
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
