import { expect, test } from 'bun:test';
import { mayWorkIn } from '@/domain/staff/areas';
import { areaAt, MAIN_PAGES, pageAt } from './main-pages';

const at = (pathname: string, search = {}) => pageAt({ pathname, search });

test('each page of the bar is the current one at its own address', () => {
  for (const { name, to, search } of MAIN_PAGES)
    expect(at(String(to), search as object)).toBe(name);
});

test('a tab belongs to the page that it’s a section of', () => {
  expect(at('/admin', { tab: 'calendar' })).toBe('Schedule');
  expect(at('/admin', { tab: 'prices' })).toBe('Settings');
  expect(at('/admin', { tab: 'support' })).toBe('Settings');
  expect(at('/admin/', { tab: 'appointments', view: 'board' })).toBe('Today');
  expect(at('/admin/months')).toBe('Reports');
  expect(at('/admin/closing')).toBe('Reports');
});

test('other screens belong to no page of the bar', () => {
  for (const path of ['/admin/activity', '/admin/review', '/admin/team', '/admin/evidence/a']) {
    expect(at(path)).toBeNull();
  }
});

test('each role sees the pages of its areas', () => {
  const names = (role: 'dispatcher' | 'accountant' | 'viewer') =>
    MAIN_PAGES.filter(({ area }) => mayWorkIn(area, role)).map(({ name }) => name);
  expect(names('dispatcher')).toEqual(['Today', 'Schedule', 'Payments', 'Customers']);
  expect(names('accountant')).toEqual(['Payments', 'Reports', 'Settings']);
  expect(names('viewer')).toEqual(['Today']);
});

test('each address belongs to an area, and /admin has something for everyone', () => {
  expect(areaAt('/admin/settings')).toBe('reports');
  expect(areaAt('/admin/evidence/7')).toBe('business');
  expect(areaAt('/admin/months')).toBe('reports');
  expect(areaAt('/admin/closing')).toBe('counts');
  expect(areaAt('/admin/review')).toBe('deliveries');
  expect(areaAt('/admin')).toBeNull();
});
