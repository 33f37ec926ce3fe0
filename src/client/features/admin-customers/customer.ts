import type { Tone } from '@/client/components/badge';
import type { Outputs } from '@/client/lib/trpc';
import { CUSTOMER_SORTS, type CustomerSort } from '@/domain/account/customer-sorts';

export type Customer = Outputs['admin']['customers']['customers'][number];

/** What the list shows, as the address of the page says it. */
export type CustomerView = {
  search: string;
  sort: CustomerSort;
  descending: boolean;
  page: number;
  /** The customer whose page is open. */
  customerId: string | null;
};

export const COLUMNS: Record<CustomerSort, string> = {
  name: 'Customer',
  contact: 'Contact',
  orders: 'Total Orders',
  spent: 'Total Spent',
  lastOrder: 'Last Order',
  status: 'Status',
};
export const SORTS = CUSTOMER_SORTS;

export const STATUS_TONES: Record<Customer['status'], Tone> = { Active: 'green', New: 'blue' };

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const instantFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Nov 21, 2026", or Never. */
export const lastOrderText = (ms: number | null) => (ms === null ? 'Never' : dayFormat.format(ms));

/** "Nov 21, 2026, 3:15 PM" */
export const formatInstant = (ms: number) => instantFormat.format(ms);
