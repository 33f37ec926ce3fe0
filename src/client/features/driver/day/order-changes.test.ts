import { expect, test } from 'bun:test';
import { boatNamed } from '@/domain/account/boats';
import { cents, toTenths } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import type { Delivery } from './driver-day';
import { changesBetween, changeText, orderInWords } from './order-changes';

const delivery = {
  ...EMPTY_ORDER,
  location: 'Pier 4',
  estimatedGallonsTenths: toTenths(10),
  unitPriceCents: cents(410),
  boat: null,
  dock: null,
} as unknown as Delivery;
const changed = (over: object) =>
  changesBetween(orderInWords(delivery), orderInWords({ ...delivery, ...over })).map(changeText);

test.each<[object, string[]]>([
  [{}, []],
  [{ version: 9, status: 'en_route', arrivalAt: 1 }, []],
  [{ estimatedGallonsTenths: toTenths(20) }, ['Estimated gallons: 20 (was 10)']],
  [
    { smallIceBags: 3, largeIceBags: 1 },
    ['Small ice bags: 3 (was 0)', 'Large ice bags: 1 (was 0)'],
  ],
  [{ fuelType: 'Premium' }, ['Fuel type: Premium (was Regular)']],
  [
    { location: 'Pier 5', slipNumber: '7' },
    ['Location: Pier 5 (was Pier 4)', 'Slip: 7 (was none)'],
  ],
  [{ canType: 'cans' }, ['Can type: Fill gas cans (was service)']],
  [{ fillUp: true }, ['Fill up: yes (was no)']],
  [{ unitPriceCents: cents(399) }, ['Price per gallon: $3.99 (was $4.10)']],
  [{ boat: boatNamed('Gull') }, ['Boat: Gull (was none)']],
  [
    { dock: { gateCode: '1234', note: 'Dog', position: null } },
    ['Gate code: 1234 (was none)', 'At the dock: Dog (was none)'],
  ],
])('a driver sees the changes of %o', (over, texts) => {
  expect(changed(over)).toEqual(texts);
});

test("facts that an older build didn't store don't count as changed", () => {
  expect(changesBetween({}, orderInWords(delivery))).toEqual([]);
  const stored = { ...delivery, boat: undefined, dock: undefined } as unknown as Delivery;
  expect(changesBetween(orderInWords(stored), orderInWords(delivery))).toEqual([]);
});
