import { expect, test } from 'bun:test';
import { type Day, stopNumber } from '@/client/features/driver/day/driver-day';
import { gallonTenths } from '@/domain/money';
import type { QueuedAction } from './device-action';
import { afterAction, withQueuedActions } from './queued-day';

const day = {
  driver: { id: 1 },
  date: '2026-06-13',
  firstNumber: 2,
  deliveries: [{ id: 'a' }, { id: 'b' }],
} as unknown as Day;

const complete = {
  kind: 'complete',
  id: 'a',
  actualGallons: '9',
  notes: null,
  position: null,
} as const;

const waiting: QueuedAction = {
  seq: 1,
  actionKey: 'k1',
  userId: 'u',
  pressedAt: '2026-06-13T12:00:00Z',
  afterKey: null,
  publicCode: null,
  refusal: null,
  action: complete,
};

const numbers = (shown: Day) =>
  shown.deliveries.map(({ id }, index) => `${id} ${stopNumber(shown, index)}`);

test('a stop keeps its number after the stop before it is completed', () => {
  expect(numbers(day)).toEqual(['a 2', 'b 3']);
  expect(numbers(withQueuedActions(day, [waiting]))).toEqual(['a 2', 'b 3']);
  expect(numbers(afterAction(day, complete))).toEqual(['b 3']);
});

test('a day stored by an older build starts with stop 1', () => {
  const { firstNumber, ...older } = day;
  expect(numbers(older as Day)).toEqual(['a 1', 'b 2']);
});

test('a waiting action shows as sending with signal, and as waiting without', () => {
  const waitsFor = (hasSignal: boolean) =>
    withQueuedActions(day, [waiting], hasSignal).deliveries[0]?.waitsFor;
  expect(waitsFor(true)).toBe('server');
  expect(waitsFor(false)).toBe('signal');
});

test('a departure that is undone on the device shows the stop as before', () => {
  const undo = { kind: 'undoEnRoute', id: 'a' } as const;
  const [stop] = withQueuedActions(day, [{ ...waiting, action: undo }]).deliveries;
  expect(stop).toMatchObject({ status: 'scheduled', waiting: 'undoEnRoute', waitingKey: 'k1' });
  expect(afterAction(day, undo).deliveries[0]).toMatchObject({ status: 'scheduled' });
});

test('the next stop starts at the reading where the last one ended, even before it’s sent', () => {
  const truck = { id: 1, name: 'Blue Ford', meterSerial: null, isActive: true };
  const driven = { ...truck, lastReadingTenths: gallonTenths(10_000) };
  const withTruck: Day = { ...day, truck: driven, trucks: [driven] };
  const delivered = { ...complete, truckId: 1, meterStart: '1000', meterEnd: '1030.5' };
  const shown = withQueuedActions(withTruck, [{ ...waiting, action: delivered }]);
  expect(shown.deliveries[1]).toMatchObject({ truckId: 1, meterTenths: 10_305 });
  expect(afterAction(withTruck, delivered).truck?.lastReadingTenths).toBe(gallonTenths(10_305));
  const byOther = { ...delivered, truckId: 2 };
  expect(afterAction(withTruck, byOther).truck?.lastReadingTenths).toBe(gallonTenths(10_000));
});

test('a driver with several trucks must select one, and the choice shows before it’s sent', () => {
  const truck = { meterSerial: null, isActive: true, lastReadingTenths: null };
  const trucks = [
    { ...truck, id: 1, name: 'Blue Ford' },
    { ...truck, id: 2, name: 'Red Ford' },
  ];
  const unchosen: Day = { ...day, truck: null, trucks };
  expect(withQueuedActions(unchosen, []).deliveries[0]?.needsTruck).toBe(true);
  const chosen = {
    kind: 'truck',
    driverId: 1,
    date: day.date,
    truckId: 2,
    name: 'Red Ford',
  } as const;
  const shown = withQueuedActions(unchosen, [{ ...waiting, action: chosen }]);
  expect(shown.deliveries[0]).toMatchObject({ truckId: 2, needsTruck: false });
  // A day stored by an older build has no trucks.
  expect(withQueuedActions(day, []).deliveries[0]).toMatchObject({
    ...{ truckId: null, needsTruck: false, meterTenths: null },
  });
});
