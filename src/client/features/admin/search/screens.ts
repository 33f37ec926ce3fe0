import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { foldedText } from '@/domain/folding';
import type { Role } from '@/domain/roles';
import { type Area, mayWorkIn } from '@/domain/staff/areas';

/** The link that a search result opens. */
export type Target = Pick<LinkProps, 'to' | 'search' | 'params' | 'hash'>;

/** A screen with its name, and other words that staff may search for. */
export type Screen = {
  name: string;
  words: string;
  icon: IconName;
  target: Target;
  /** The area of work that the screen belongs to. Without one, it's for everyone. */
  area?: Area;
};

const tab = (tab: 'customers' | 'calendar' | 'prices' | 'support'): Target => ({
  to: '/admin',
  search: { tab },
});
const view = (view: 'day' | 'money'): Target => ({ to: '/admin', search: { view } });

const SCREENS: readonly Screen[] = [
  {
    name: 'Schedule',
    words: 'day deliveries list',
    icon: 'calendar',
    target: view('day'),
    area: 'deliveries',
  },
  {
    name: 'Dispatch',
    words: 'drivers columns routes map assign',
    icon: 'truck',
    target: { to: '/admin', search: { view: 'day', by: 'driver' } },
    area: 'deliveries',
  },
  {
    name: 'Today',
    words: 'board start appointments pending confirmed scheduled completed',
    icon: 'boat',
    target: { to: '/admin' },
    area: 'day',
  },
  {
    name: 'Payments',
    words: 'money open owed unpaid declined balance disputes refunds',
    icon: 'dollar',
    target: view('money'),
    area: 'payments',
  },
  {
    name: 'Customer Data',
    words: 'people accounts',
    icon: OTHER_ICONS.users,
    target: tab('customers'),
    area: 'customers',
  },
  {
    name: 'Calendar Management',
    words: 'windows availability block capacity',
    icon: 'calendar',
    target: tab('calendar'),
    area: 'calendar',
  },
  {
    name: 'Fuel Prices',
    words: 'regular premium market',
    icon: 'fuel',
    target: tab('prices'),
    area: 'business',
  },
  {
    name: 'Support Settings',
    words: 'phone hours faq password',
    icon: OTHER_ICONS.settings,
    target: tab('support'),
    area: 'business',
  },
  {
    name: 'Needs attention',
    words: 'review held charges disputes refused',
    icon: 'warning',
    target: { to: '/admin/review' },
    area: 'deliveries',
  },
  {
    name: 'Customers to Call',
    words: 'call list unreached phone messages failed',
    icon: 'phone',
    target: { to: '/admin/review', search: { calls: true } },
    area: 'deliveries',
  },
  {
    name: 'Reports',
    words: 'revenue gallons totals',
    icon: OTHER_ICONS.chart,
    target: { to: '/admin/reports' },
    area: 'reports',
  },
  {
    name: 'Close the Day',
    words: 'evening closing count trucks variance cash drivers sign off tickets balance',
    icon: 'truck',
    target: { to: '/admin/closing' },
    area: 'counts',
  },
  {
    name: 'Months',
    words: 'close month ledger journal quickbooks xero bookkeeping export',
    icon: 'dollar',
    target: { to: '/admin/months' },
    area: 'reports',
  },
  {
    name: 'Team and access',
    words: 'drivers test promo codes api keys calendar links',
    icon: 'truck',
    target: { to: '/admin/team' },
    area: 'business',
  },
  {
    name: 'Hours',
    words: 'windows weekdays season holidays closed days lead time opening',
    icon: 'clock',
    target: { to: '/admin/settings' },
    area: 'business',
  },
  {
    name: 'Prices and fees',
    words: 'service charge delivery fee ice bags minimum order',
    icon: 'dollar',
    target: { to: '/admin/settings', hash: 'prices-and-fees' },
    area: 'business',
  },
  {
    name: 'Discounts',
    words: 'promo codes coupons percent off',
    icon: 'tag',
    target: { to: '/admin/settings', hash: 'discounts' },
    area: 'business',
  },
  {
    name: 'Trucks',
    words: 'vehicles meter serial delivery tickets',
    icon: 'truck',
    target: { to: '/admin/settings', hash: 'trucks' },
    area: 'business',
  },
  {
    name: 'Taxes',
    words: 'tax rates sales tax motor fuel tax percent exempt',
    icon: 'dollar',
    target: { to: '/admin/settings', hash: 'taxes' },
    area: 'reports',
  },
  {
    name: 'Accounting',
    words: 'accounts journal quickbooks xero bookkeeping accountant',
    icon: 'receipt',
    target: { to: '/admin/settings', hash: 'accounting' },
    area: 'exports',
  },
  {
    name: 'People',
    words: 'staff roles invite deactivate owner accountant viewer',
    icon: OTHER_ICONS.users,
    target: { to: '/admin/settings', hash: 'people' },
    area: 'business',
  },
  {
    name: 'Settings',
    words: 'limits radius refund wind messages photos',
    icon: OTHER_ICONS.settings,
    target: { to: '/admin/settings' },
    area: 'business',
  },
  {
    name: 'Activity',
    words: 'audit log history who',
    icon: 'history',
    target: { to: '/admin/activity' },
    area: 'business',
  },
  {
    name: 'Driver View',
    words: 'route stops',
    icon: 'truck',
    target: { to: '/driver' },
    area: 'deliveries',
  },
  { name: 'Customer View', words: 'home booking form', icon: 'boat', target: { to: '/' } },
  {
    name: 'My Account',
    words: 'password security two-step verification second factor devices',
    icon: OTHER_ICONS.lock,
    target: { to: '/account', search: { tab: 'security' } },
  },
];

/** @returns a function that says whether a name or other words contain every typed word */
export function matcherOf(text: string): (one: Pick<Screen, 'name' | 'words'>) => boolean {
  const typed = foldedText(text).split(' ').filter(Boolean);
  return ({ name, words }) => {
    const said = ` ${foldedText(`${name} ${words}`)}`;
    return typed.every((word) => said.includes(` ${word}`));
  };
}

/** @returns the screens for a role that match every typed word; all of them if nothing was typed */
export function screensOf(text: string, role: Role): Screen[] {
  const matches = matcherOf(text);
  const isOpen = ({ area }: Screen) => area === undefined || mayWorkIn(area, role);
  return SCREENS.filter((screen) => isOpen(screen) && matches(screen));
}
