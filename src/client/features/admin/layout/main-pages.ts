import type { LinkProps } from '@tanstack/react-router';
import type { Area } from '@/domain/staff/areas';

type MainPage = Pick<LinkProps, 'to' | 'search'> & {
  name: 'Today' | 'Schedule' | 'Payments' | 'Customers' | 'Reports' | 'Settings';
  /** The area of work. Staff in other areas don't see the page. */
  area: Area;
  /** True if emergency access may open the page. */
  isForEmergency: boolean;
};

/** The pages in the bar of every admin screen. */
export const MAIN_PAGES: readonly MainPage[] = [
  { name: 'Today', to: '/admin', search: {}, area: 'day', isForEmergency: true },
  {
    name: 'Schedule',
    to: '/admin',
    search: { view: 'day' },
    area: 'deliveries',
    isForEmergency: true,
  },
  {
    name: 'Payments',
    to: '/admin',
    search: { view: 'money' },
    area: 'payments',
    isForEmergency: false,
  },
  {
    name: 'Customers',
    to: '/admin',
    search: { tab: 'customers' },
    area: 'customers',
    isForEmergency: false,
  },
  { name: 'Reports', to: '/admin/reports', search: {}, area: 'reports', isForEmergency: false },
  { name: 'Settings', to: '/admin/settings', search: {}, area: 'reports', isForEmergency: false },
];

/** An address of an admin screen. */
export type PageAddress = { pathname: string; search: { tab?: unknown; view?: unknown } };

const OF_TAB: Readonly<Record<string, MainPage['name']>> = {
  customers: 'Customers',
  calendar: 'Schedule',
  prices: 'Settings',
  support: 'Settings',
};

const OF_REPORTS: readonly string[] = ['/admin/reports', '/admin/months', '/admin/closing'];

/** @returns the page of the bar that an address belongs to; null for other screens */
export function pageAt({ pathname, search }: PageAddress): MainPage['name'] | null {
  if (OF_REPORTS.includes(pathname)) return 'Reports';
  if (pathname === '/admin/settings') return 'Settings';
  if (pathname.replace(/\/$/, '') !== '/admin') return null;
  const ofTab = OF_TAB[String(search.tab)];
  if (ofTab) return ofTab;
  if (search.view === 'day') return 'Schedule';
  return search.view === 'money' ? 'Payments' : 'Today';
}

const AREA_OF_PATH: Readonly<Record<string, Area>> = {
  settings: 'reports',
  team: 'business',
  activity: 'business',
  evidence: 'business',
  reports: 'reports',
  months: 'reports',
  closing: 'counts',
  review: 'deliveries',
  spill: 'deliveries',
};

/** @returns the area that an admin screen belongs to; null for `/admin`, which has something for all */
export function areaAt(pathname: string): Area | null {
  return AREA_OF_PATH[pathname.split('/')[2] ?? ''] ?? null;
}
