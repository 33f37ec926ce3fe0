import { describe, expect, test } from 'bun:test';
import { editDetailsSchema, pricePreviewSchema } from './edit.schema';

const typed = { id: 'a', estimatedGallons: '12.5', smallIceBags: '', largeIceBags: '2' };

describe('the Edit Appointment dialog', () => {
  test('parses typed tenths, blank bags as 0, and a blank price as none', () => {
    expect(editDetailsSchema.parse({ ...typed, customFuelPrice: ' ' })).toEqual({
      id: 'a',
      estimatedGallonsTenths: 125,
      smallIceBags: 0,
      largeIceBags: 2,
      customUnitPriceCents: null,
    });
    expect(editDetailsSchema.parse(typed).customUnitPriceCents).toBeNull();
    expect(
      editDetailsSchema.parse({ ...typed, customFuelPrice: '4.16' }).customUnitPriceCents,
    ).toBe(416);
    expect(editDetailsSchema.parse({ ...typed, customFuelPrice: 0 }).customUnitPriceCents).toBe(0);
  });

  test.each([
    ['estimatedGallons', '12.55', 'Gallons must be from 0 to 500, in tenths.'],
    ['estimatedGallons', '-1', 'Gallons must be from 0 to 500, in tenths.'],
    ['smallIceBags', '1.5', 'Ice bags must be a whole number from 0 to 50.'],
    ['largeIceBags', '0x5', 'Ice bags must be a whole number from 0 to 50.'],
    ['largeIceBags', 51, 'Ice bags must be a whole number from 0 to 50.'],
    ['customFuelPrice', 'free', 'Please enter a price such as 4.16, at most $100.'],
    ['customFuelPrice', '416', 'Please enter a price such as 4.16, at most $100.'],
    ['customFuelPrice', -2, 'Please enter a price such as 4.16, at most $100.'],
  ])('refuses %s of %p', (field, value, sentence) => {
    const outcome = editDetailsSchema.safeParse({ ...typed, [field]: value });
    expect(outcome.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [field, sentence],
    ]);
  });

  test('an empty order can be quoted but not saved', () => {
    const nothing = { id: 'a', estimatedGallons: 0, smallIceBags: '', largeIceBags: '' };
    expect(pricePreviewSchema.safeParse(nothing).success).toBe(true);
    expect(editDetailsSchema.safeParse(nothing).error?.issues[0]?.message).toBe(
      'Please select fuel gallons or ice bags for delivery.',
    );
  });
});
