import { expect, test } from 'bun:test';
import { nextAddress } from './next-address';

const BY_PERSON: [page: string, nobody: string, customer: string, driver: string, admin: string][] =
  [
    ['/', '/', '/', '/', '/'],
    ['/account', '/account', '/account', '/account', '/account'],
    ['/driver', '/driver', '/', '/driver', '/driver'],
    ['/admin', '/admin-login', '/', '/driver', '/admin'],
    ['/admin/evidence/7', '/admin-login', '/', '/driver', '/admin'],
    ['/emergency-admin', '/admin-login', '/', '/driver', '/admin'],
    ['/d/a-link', '/', '/', '/driver', '/admin'],
    ['/administer', '/', '/', '/driver', '/admin'],
  ];

test('a page continues on a screen that the signed-in person may use', () => {
  for (const [page, nobody, ...others] of BY_PERSON) {
    expect([page, nextAddress(page, null)]).toEqual([page, nobody]);
    const roles = ['customer', 'driver', 'admin'].map((role) => nextAddress(page, { role }));
    expect([page, ...roles]).toEqual([page, ...others]);
    for (const role of ['dispatcher', 'accountant', 'viewer']) {
      expect([page, nextAddress(page, { role })]).toEqual([page, others[2] ?? '']);
    }
  }
});
