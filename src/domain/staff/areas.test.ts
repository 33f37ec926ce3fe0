import { expect, test } from 'bun:test';
import { ROLES, type Role } from '../roles';
import { type Area, deliveryRoleOf, isStaffRole, mayWorkIn, OFFICE_ROLES } from './areas';

const AREAS: readonly Area[] = [
  'day',
  'deliveries',
  'calendar',
  'customers',
  'payments',
  'billing',
  'reports',
  'exports',
  'concessions',
  'business',
];

const areasOf = (role: Role) => AREAS.filter((area) => mayWorkIn(area, role));

test('each role works in its own areas', () => {
  expect(areasOf('admin')).toEqual([...AREAS]);
  expect(areasOf('dispatcher')).toEqual(['day', 'deliveries', 'calendar', 'customers', 'payments']);
  expect(areasOf('accountant')).toEqual(['payments', 'billing', 'reports', 'exports']);
  expect(areasOf('viewer')).toEqual(['day']);
});

test('customers, guests, drivers, and former staff work in no area', () => {
  for (const role of ['customer', 'guest', 'driver', 'former'] as const)
    expect(areasOf(role)).toEqual([]);
});

test('only drivers and the office are staff', () => {
  expect(ROLES.filter(isStaffRole)).toEqual(['driver', ...OFFICE_ROLES]);
});

test('a dispatcher handles deliveries like an admin, and an accountant orders like a customer', () => {
  const roles = ROLES.map((role) => [role, deliveryRoleOf(role)]);
  expect(Object.fromEntries(roles)).toEqual({
    admin: 'admin',
    dispatcher: 'admin',
    driver: 'driver',
    customer: 'customer',
    accountant: 'customer',
    viewer: 'customer',
    former: 'customer',
    merged: 'customer',
    guest: 'customer',
  });
});
