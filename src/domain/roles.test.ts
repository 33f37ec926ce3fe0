import { expect, test } from 'bun:test';
import { type Actor, hasRole, ROLES } from './roles';

test('only signed-in users have a role', () => {
  for (const role of ROLES) {
    const user: Actor = { kind: 'user', userId: 'u', role, name: 'Sam', driverId: null };
    expect(hasRole(user, role)).toBe(true);
    expect(hasRole(user, ...ROLES)).toBe(true);
    expect(hasRole(user, ...ROLES.filter((other) => other !== role))).toBe(false);
    expect(hasRole(user)).toBe(false);
  }
  const others: Actor[] = [
    { kind: 'visitor' },
    { kind: 'guest', held: [{ appointmentId: 'a' }] },
    { kind: 'system', name: 'sweeper' },
  ];
  for (const actor of others) expect(hasRole(actor, ...ROLES)).toBe(false);
});
