import { describe, expect, test } from 'bun:test';
import { type Boat, type Dock, firstChoice, keptIds } from './first-choice';

const boat = (id: string, over: Partial<Boat> = {}): Boat => ({
  id,
  name: id,
  type: null,
  length: null,
  fuelCapacity: null,
  isDefault: false,
  createdAt: 0,
  fuelTaken: null,
  fuelNever: null,
  fillerSide: null,
  fillerPlace: null,
  fillerPhotoId: null,
  ...over,
});
const dock = (id: string, over: Partial<Dock> = {}): Dock => ({
  id,
  label: `${id} pier`,
  slip: null,
  gateCode: null,
  note: null,
  isDefault: false,
  latitude: null,
  longitude: null,
  positionSource: null,
  createdAt: 0,
  metresAway: null,
  beyondServiceArea: false,
  areaNotice: null,
  ...over,
});

const account = {
  boats: [boat('gull', { isDefault: true }), boat('tern', { fuelTaken: 'Premium' })],
  docks: [dock('maple', { isDefault: true, slip: '12' }), dock('eagle')],
};
const MAPLE = { dockId: 'maple', location: 'maple pier', slipNumber: '12' };

describe('a new order form', () => {
  test('selects the default boat and dock for a customer without orders', () => {
    expect(firstChoice({}, account, null)).toEqual({ boatId: 'gull', ...MAPLE });
  });

  test('selects the last boat and dock, and the boat’s fuel', () => {
    const last = { boatId: 'tern', dockId: 'eagle' };
    expect(firstChoice({}, account, last)).toEqual({
      boatId: 'tern',
      fuelType: 'Premium',
      dockId: 'eagle',
      location: 'eagle pier',
      slipNumber: null,
    });
    expect(firstChoice({ fuelType: 'Regular' }, account, last)).not.toHaveProperty('fuelType');
  });

  test('selects the default ones if the last ones were removed', () => {
    const last = { boatId: 'sold', dockId: 'left' };
    expect(firstChoice({}, account, last)).toEqual({ boatId: 'gull', ...MAPLE });
    const eagle = { ...last, dockId: 'eagle', location: 'eagle pier' };
    expect(keptIds(account, eagle)).toEqual({
      boatId: null,
      dockId: 'eagle',
      location: 'eagle pier',
    });
    // The dock has moved to a new address, so the order follows it. Otherwise, the gate code would
    // go with the old address.
    expect(keptIds(account, { ...eagle, location: 'old pier' })).toEqual({
      boatId: null,
      dockId: 'eagle',
      location: 'eagle pier',
      slipNumber: null,
    });
  });

  test('keeps the last slip if its dock’s address is only spelled differently', () => {
    const last = { boatId: 'tern', dockId: 'maple', location: 'Maple  Pier.' };
    // The order keeps its own slip.
    expect(keptIds(account, last)).toEqual({
      boatId: 'tern',
      dockId: 'maple',
      location: 'maple pier',
    });
  });

  test('keeps typed values', () => {
    const typed = { boatId: null, location: 'Behind the island' };
    expect(firstChoice(typed, account, null)).toEqual({ boatId: null, dockId: null });
    const chosen = { dockId: 'eagle', location: 'eagle pier', slipNumber: '3' };
    expect(firstChoice(chosen, account, null)).toEqual({ boatId: 'gull', dockId: 'eagle' });
    expect(firstChoice({ boatId: 'sold' }, account, null)).toMatchObject({ boatId: null });
  });

  test('selects nothing for a customer without boats or docks', () => {
    const none = { boats: [], docks: [] };
    expect(firstChoice({}, none, null)).toEqual({ boatId: null, dockId: null });
  });
});
