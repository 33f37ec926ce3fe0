import { expect, test } from 'bun:test';
import { cents, gallonTenths } from './money';
import { groupDeliveries, type ReportedDelivery } from './report-groups';
import { timeSlotInstants } from './route/lateness';
import { onlyZone, withZone } from './time-zones';

const ZONE = 'America/New_York';
const DAY = '2026-07-04';
const { endsAt } = timeSlotInstants(DAY, 0, ZONE);
const delivery = (over: Partial<ReportedDelivery> = {}): ReportedDelivery => ({
  date: DAY,
  slotIndex: 0,
  completedAt: endsAt,
  isWalkUp: false,
  driverName: 'Dana Rivers',
  location: 'Eagle Point Marina',
  gallonsTenths: gallonTenths(200),
  totalCents: cents(10_000),
  ...over,
});
const place = (name: string) => ({
  ...{ name, address: null, latitude: null, longitude: null, note: null, aliases: null },
});
const PLACES = [place('Eagle Point Marina'), place('Heron Cove')];

test('deliveries are summed by driver and by listed place, the largest sales first', () => {
  const { drivers, places } = groupDeliveries(
    [
      delivery(),
      delivery({ completedAt: endsAt + 1, location: 'eagle point marina' }),
      delivery({ driverName: null, location: '12 Shore Road', gallonsTenths: null }),
    ],
    PLACES,
    onlyZone(ZONE),
  );
  const sums = { deliveries: 2, gallonsTenths: 400, salesCents: 20_000, onTime: 1, late: 1 };
  const rest = { deliveries: 1, gallonsTenths: 0, salesCents: 10_000, onTime: 1, late: 0 };
  expect(drivers).toEqual([
    { name: 'Dana Rivers', ...sums },
    { name: 'No driver', ...rest },
  ]);
  expect(places).toEqual([
    { name: 'Eagle Point Marina', ...sums },
    { name: 'Other addresses', ...rest },
  ]);
});

test('a walk-up has no window, so it’s neither on time nor late', () => {
  const { drivers } = groupDeliveries([delivery({ isWalkUp: true })], PLACES, onlyZone(ZONE));
  expect(drivers).toMatchObject([{ deliveries: 1, onTime: 0, late: 0 }]);
});

test('a delivery was on time by the clock that the business had then', () => {
  const later = withZone(onlyZone(ZONE), 'America/Los_Angeles', endsAt + 86_400_000);
  const { drivers } = groupDeliveries([delivery({ completedAt: endsAt + 1 })], PLACES, later);
  expect(drivers).toMatchObject([{ onTime: 0, late: 1 }]);
});
