import { expect, test } from 'bun:test';
import { overwritten } from './edit-conflict';

const read = { name: 'Ann', phone: null, vehicle: 'Truck' };

test('a field that differs from both the read and the sent value would be overwritten', () => {
  const current = { name: 'Anna', phone: '555', vehicle: 'Boat' };
  const sent = { name: 'Ann', phone: '555', vehicle: 'Van' };
  expect(overwritten(read, { sent, current })).toEqual([
    { field: 'name', from: 'Ann', to: 'Anna' },
    { field: 'vehicle', from: 'Truck', to: 'Boat' },
  ]);
});

test('an omitted field, a blank for null, and an unknown field are no conflict', () => {
  const current = { name: 'Anna', phone: '', vehicle: 'Truck' };
  expect(
    overwritten({ ...read, what: 'ever' }, { sent: { phone: '', vehicle: 'Van' }, current }),
  ).toEqual([]);
  expect(overwritten(undefined, { sent: { name: 'Ann' }, current })).toEqual([]);
});
