import { expect, test } from 'bun:test';
import type { Role } from '@/domain/roles';
import { actionsFor } from './actions';
import { groupsOf } from './found';

const names = (text: string, role: Role) => actionsFor(text, role).map(({ name }) => name);

test('the search finds an action by its name and by other words', () => {
  expect(names('new book', 'admin')).toEqual(['New Booking']);
  expect(names('storm', 'admin')).toEqual(['Move or Cancel This Day']);
  expect(names('invite', 'admin')).toEqual(['Invite Person']);
  expect(names('export', 'admin')).toHaveLength(4);
});

test('a role finds only the actions that it may start', () => {
  expect(names('', 'dispatcher')).toEqual(['New Booking', 'Move or Cancel This Day']);
  expect(names('', 'accountant')).toEqual(['Export Report']);
  expect(names('', 'viewer')).toEqual([]);
});

test('the open delivery’s actions come first, each with its key', () => {
  const open = {
    code: 'DS-1',
    actions: [
      { name: 'Schedule', keys: 's', button: '#schedule' },
      { name: 'Messages', keys: undefined, button: '#messages' },
    ],
  };
  const actions = (text: string, isEmergency = false) =>
    groupsOf(text, undefined, { role: 'admin', isEmergency, open })
      .find(({ name }) => name === 'Actions')
      ?.lines.map(({ title, keys }) => [title, keys]);
  expect(actions('')?.slice(0, 3)).toEqual([
    ['Schedule', 's'],
    ['Messages', undefined],
    ['New Booking', 'n'],
  ]);
  expect(actions('mess')).toEqual([['Messages', undefined]]);
  expect(actions('', true)).toHaveLength(2);
});

test('a found delivery shows what it owes, and a guest shows no username', () => {
  const text = JSON.stringify(
    groupsOf(
      'kim',
      {
        appointments: [
          {
            id: 'a',
            publicCode: 'DS-2',
            status: 'completed',
            date: '2026-11-28',
            time: '10:00 AM - 12:00 PM',
            holdExpiresAt: null,
            location: 'Dock',
            slipNumber: null,
            customerName: 'Kim Caller',
            customerPhone: null,
            customerEmail: null,
            driverName: null,
            userId: null,
            fuelType: 'Regular',
            boatName: null,
            owedCents: 9880,
          },
        ],
        customers: [
          {
            id: 'g',
            username: 'guest-ffa67f7b',
            fullName: null,
            phone: null,
            email: null,
            isGuest: true,
            guestCode: 'DS-2',
          },
        ],
        drivers: [],
      } as unknown as Parameters<typeof groupsOf>[1],
      { role: 'admin', isEmergency: false, open: null },
    ),
  );
  expect(text).toContain('$98.80');
  expect(text).not.toContain('guest-');
});
