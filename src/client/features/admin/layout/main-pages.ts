import type { LinkProps } from '@tanstack/react-router';

type MainPage = Pick<LinkProps, 'to' | 'search'> & {
  name: 'Today' | 'Schedule' | 'Payments' | 'Customers' | 'Reports' | 'Settings';
  /** True if emergency access may open the page. */
  isForEmergency: boolean;
};

/** The pages in the bar of every admin screen. */
export const MAIN_PAGES: readonly MainPage[] = [
  { name: 'Today', to: '/admin', search: {}, isForEmergency: true },
  { name: 'Schedule', to: '/admin', search: { view: 'day' }, isForEmergency: true },
  { name: 'Payments', to: '/admin', search: { view: 'money' }, isForEmergency: false },
  { name: 'Customers', to: '/admin', search: { tab: 'customers' }, isForEmergency: false },
  { name: 'Reports', to: '/admin/reports', search: {}, isForEmergency: false },
  { name: 'Settings', to: '/admin/settings', search: {}, isForEmergency: false },
];

/** An address of an admin screen. */
export type PageAddress = { pathname: string; search: { tab?: unknown; view?: unknown } };

const OF_TAB: Readonly<Record<string, MainPage['name']>> = {
  customers: 'Customers',
  calendar: 'Schedule',
  prices: 'Settings',
  support: 'Settings',
};

/** @returns the page of the bar that an address belongs to; null for other screens */
export function pageAt({ pathname, search }: PageAddress): MainPage['name'] | null {
  if (pathname === '/admin/reports' || pathname === '/admin/months') return 'Reports';
  if (pathname === '/admin/settings') return 'Settings';
  if (pathname.replace(/\/$/, '') !== '/admin') return null;
  const ofTab = OF_TAB[String(search.tab)];
  if (ofTab) return ofTab;
  if (search.view === 'day') return 'Schedule';
  return search.view === 'money' ? 'Payments' : 'Today';
}
