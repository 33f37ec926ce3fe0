import type { Tone } from '@/client/components/badge';
import { formatDay } from '@/client/lib/instants';
import type { Outputs } from '@/client/lib/trpc';
import { CUSTOMER_SORTS, type CustomerSort } from '@/domain/account/customer-sorts';

export type Customer = Outputs['admin']['customers']['customers'][number];

/** The view of the Customer Data tab, which stands in the address. */
export type CustomerView = {
  search: string;
  sort: CustomerSort;
  descending: boolean;
  page: number;
  /** The customer whose page is open; null for the list. */
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

export const CUSTOMER_STATUS_TONES: Record<Customer['status'], Tone> = {
  Active: 'green',
  New: 'blue',
};

/** "Nov 21, 2026", or Never. */
export const lastOrderText = (ms: number | null) => (ms === null ? 'Never' : formatDay(ms));
