import { describe, expect, test } from 'bun:test';
import {
  asksAboutCans,
  CAN_TYPES,
  FUEL_INTO,
  prefilledCanType,
  prefilledFuelType,
} from './options';

describe('the preselected fuel', () => {
  test.each<[string | null | undefined, string]>([
    ['Premium', 'Premium'],
    ['premium', 'Premium'],
    ['93', 'Premium'],
    ['93 octane', 'Premium'],
    ['Regular', 'Regular'],
    ['87', 'Regular'],
    ['', 'Regular'],
    [null, 'Regular'],
    [undefined, 'Regular'],
  ])('of the preference %p is %s', (preference, fuel) => {
    expect(prefilledFuelType(preference)).toBe(fuel as never);
  });
});

describe('the preselected can type', () => {
  test.each<[string | null, string | null, string]>([
    // Columns: can type, delivery method, preselected can type.
    ['own', null, 'boat'],
    ['boat', null, 'boat'],
    ['cans', null, 'cans'],
    ['own', 'cans', 'boat'],
    ['cans', 'boat', 'cans'],
    // An explicit delivery method overrides the default can type.
    ['service', 'boat', 'boat'],
    ['service', 'cans', 'cans'],
    [null, 'cans', 'cans'],
    ['service', null, 'service'],
    [null, null, 'service'],
    ['barrel', 'drone', 'service'],
  ])('of %p with %p is %s', (preferredCanType, deliveryMethod, chosen) => {
    expect(prefilledCanType({ preferredCanType, deliveryMethod })).toBe(chosen as never);
  });

  test('is service without a chosen delivery method', () => {
    const byDefault = { preferredCanType: 'service', deliveryMethod: 'boat' };
    expect(prefilledCanType({ ...byDefault, preferencesSavedAt: null })).toBe('service');
    expect(prefilledCanType({ ...byDefault, preferencesSavedAt: 1 })).toBe('boat');
  });

  test('is service for an empty profile, and always valid', () => {
    expect(prefilledCanType({})).toBe('service');
    expect(CAN_TYPES).toContain(prefilledCanType({ preferredCanType: 'own' }));
  });
});

describe('an order for cans', () => {
  const order = {
    canType: 'service',
    fillUp: false,
    hasFuel: true,
    hasBoat: false,
    preferred: null,
  } as const;

  test.each([
    ['no boat and an amount', order, false],
    ['a boat', { ...order, hasBoat: true }, true],
    ['a fill-up', { ...order, fillUp: true }, true],
    ['a boat, by a customer who prefers these cans', prefers('service', { hasBoat: true }), false],
    ['a boat, by a customer who prefers other cans', prefers('cans', { hasBoat: true }), true],
    ['a fill-up, by a customer who prefers cans', prefers('service', { fillUp: true }), true],
    ['ice alone', { ...order, hasBoat: true, hasFuel: false }, false],
    ['the boat itself', { ...order, canType: 'boat', hasBoat: true, fillUp: true }, false],
  ] as const)('with %s', (_, given, asks) => {
    expect(asksAboutCans(given)).toBe(asks);
  });

  function prefers(preferred: 'service' | 'cans', given: { hasBoat?: true; fillUp?: true }) {
    return { ...order, preferred, ...given };
  }
});

test('every can type names where its fuel goes', () => {
  expect(CAN_TYPES.map((canType) => FUEL_INTO[canType])).toEqual([
    'your boat',
    'your cans',
    'our cans',
    'your own cans',
  ]);
});
