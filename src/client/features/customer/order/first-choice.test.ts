import { describe, expect, test } from 'bun:test';
import { type Boat, type Dock, firstChoice, keptIds } from './first-choice';

const boat = (id: string, over: Partial<Boat> = {}): Boat => ({
  ...{ id, name: id, type: null, length: null, fuelCapacity: null, isDefault: false, createdAt: 0 },
  ...{ fuelTaken: null, fuelNever: null, fillerSide: null, fillerPlace: null, fillerPhotoId: null },
  ...over,
});
const dock = (id: string, over: Partial<Dock> = {}): Dock => ({
  ...{ id, label: `${id} pier`, slip: null, gateCode: null, note: null, isDefault: false },
  ...{ latitude: null, longitude: null, positionSource: null, createdAt: 0 },
  ...{ metresAway: null, beyondServiceArea: false },
  ...over,
});

const account = {
  boats: [boat('gull', { isDefault: true }), boat('tern', { fuelTaken: 'Premium' })],
  docks: [dock('maple', { isDefault: true, slip: '12' }), dock('eagle')],
};
const MAPLE = { dockId: 'maple', location: 'maple pier', slipNumber: '12' };

describe('an order form begins', () => {
  test('with the default boat and dock for a customer who has ordered nothing yet', () => {
    expect(firstChoice({}, account, null)).toEqual({ boatId: 'gull', ...MAPLE });
  });

  test('with those of last time, and the fuel that the boat takes', () => {
    const last = { boatId: 'tern', dockId: 'eagle' };
    expect(firstChoice({}, account, last)).toEqual({
      ...{ boatId: 'tern', fuelType: 'Premium' },
      ...{ dockId: 'eagle', location: 'eagle pier', slipNumber: null },
    });
    expect(firstChoice({ fuelType: 'Regular' }, account, last)).not.toHaveProperty('fuelType');
  });

  test('with the default ones where those of last time were removed', () => {
    const last = { boatId: 'sold', dockId: 'left' };
    expect(firstChoice({}, account, last)).toEqual({ boatId: 'gull', ...MAPLE });
    const eagle = { ...last, dockId: 'eagle', location: 'eagle pier' };
    expect(keptIds(account, eagle)).toEqual({
      ...{ boatId: null, dockId: 'eagle', location: 'eagle pier' },
    });
    // A dock that has another address by now is meant, and not its gate beside the old address.
    expect(keptIds(account, { ...eagle, location: 'old pier' })).toEqual({
      ...{ boatId: null, dockId: 'eagle', location: 'eagle pier', slipNumber: null },
    });
  });

  test('with the slip of last time where its dock is only spelled another way', () => {
    const last = { boatId: 'tern', dockId: 'maple', location: 'Maple  Pier.' };
    // The order's own slip stays.
    expect(keptIds(account, last)).toEqual({
      ...{ boatId: 'tern', dockId: 'maple', location: 'maple pier' },
    });
  });

  test('with what was typed', () => {
    const typed = { boatId: null, location: 'Behind the island' };
    expect(firstChoice(typed, account, null)).toEqual({ boatId: null, dockId: null });
    const chosen = { dockId: 'eagle', location: 'eagle pier', slipNumber: '3' };
    expect(firstChoice(chosen, account, null)).toEqual({ boatId: 'gull', dockId: 'eagle' });
    expect(firstChoice({ boatId: 'sold' }, account, null)).toMatchObject({ boatId: null });
  });

  test('with nothing for a customer who keeps neither', () => {
    const none = { boats: [], docks: [] };
    expect(firstChoice({}, none, null)).toEqual({ boatId: null, dockId: null });
  });
});
