import { expect, test } from 'bun:test';
import type { Day } from '@/client/features/driver/day/driver-day';
import { cents } from '@/domain/money';
import type { DeviceAction, QueuedAction } from './device-action';
import { nextToSend } from './next-to-send';
import { afterAction, withQueuedActions } from './queued-day';

const WALK_UP = {
  kind: 'walkUp',
  id: 'w',
  driverId: 1,
  shownDate: '2026-06-13',
  location: 'Pier 4',
  slipNumber: null,
  fuelType: 'Regular',
  estimatedGallons: '12.5',
  smallIceBags: 1,
  largeIceBags: 0,
  customerPhone: null,
  boatName: 'Sea Breeze',
  unitPriceCents: cents(410),
  confirmAboveCents: cents(60_000),
} as const satisfies DeviceAction;
const COMPLETE = {
  kind: 'complete',
  id: 'w',
  actualGallons: '12.5',
  notes: null,
  position: null,
} as const satisfies DeviceAction;

const DAY = {
  driver: { id: 1, status: 'available' },
  date: '2026-06-13',
  isManualOrder: false,
  answeredAt: 0,
  deliveries: [],
  done: [],
} as unknown as Day;

const queued = (...actions: DeviceAction[]): QueuedAction[] =>
  actions.map((action, seq) => ({
    seq,
    action,
    actionKey: `k${seq}`,
    userId: 'u',
    pressedAt: '',
    afterKey: null,
    publicCode: null,
    refusal: null,
  }));

test('an unsent walk-up is shown at the price the driver quoted', () => {
  const [shown, ...others] = withQueuedActions(DAY, queued(WALK_UP)).deliveries;
  expect(others).toEqual([]);
  expect(shown).toMatchObject({
    id: 'w',
    status: 'en_route',
    waiting: 'walkUp',
    waitingKey: 'k0',
    payLink: null,
    estimatedGallonsTenths: 125,
    customerName: 'Sea Breeze',
    totalPriceCents: cents(8_625),
  });
});

test('an unsent walk-up can be completed, and is sent before its completion', () => {
  const both = queued(WALK_UP, COMPLETE);
  expect(withQueuedActions(DAY, both).deliveries).toMatchObject([
    { id: 'w', waiting: 'complete', waitingKey: 'k1' },
  ]);
  expect(nextToSend(both)?.action.kind).toBe('walkUp');
  expect(nextToSend(both, { failed: new Set(['w']) })).toBeNull();
});

test("a walk-up isn't shown twice if the server already lists it or has it as done", () => {
  const sent = afterAction(DAY, WALK_UP);
  expect(sent.deliveries).toHaveLength(1);
  expect(withQueuedActions(sent, queued(WALK_UP)).deliveries).toHaveLength(1);
  const done = { ...DAY, done: [{ id: 'w' }] } as Day;
  expect(withQueuedActions(done, queued(WALK_UP)).deliveries).toEqual([]);
  expect(afterAction({ ...DAY, date: '2026-06-14' }, WALK_UP).deliveries).toEqual([]);
});

test('an unsent walk-up stays on the page after midnight', () => {
  const next = { ...DAY, date: '2026-06-14' };
  expect(withQueuedActions(next, queued(WALK_UP)).deliveries).toMatchObject([
    { id: 'w', date: '2026-06-13', waiting: 'walkUp' },
  ]);
});

test('an unsent walk-up waits for dispatch while the server limits walk-ups', () => {
  const waitsFor = (pause?: QueuedAction['pause']) =>
    withQueuedActions(
      DAY,
      queued(WALK_UP).map((one) => ({ ...one, ...(pause && { pause }) })),
    ).deliveries.map((delivery) => delivery.waitsFor);
  expect(waitsFor()).toEqual(['signal']);
  expect(waitsFor({ from: 0, until: Date.now() + 60_000 })).toEqual(['dispatch']);
  expect(waitsFor({ from: 0, until: 1 })).toEqual(['signal']);
});
