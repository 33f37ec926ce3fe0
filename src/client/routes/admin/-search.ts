import {
  ARRANGEMENTS,
  type Arrangement,
} from '@/client/features/admin/appointments/day/day-choice';
import { DESK_VIEWS, type DeskView } from '@/client/features/admin/appointments/desk-view';
import { dateOf, oneOf, textOf, withoutUndefined } from '@/client/lib/search';
import { CUSTOMER_SORTS, type CustomerSort } from '@/domain/account/customer-sorts';
import type { CalendarDate } from '@/domain/dates';
import { MAX_PAGE } from '@/domain/page';
import {
  WAITING_CHOICES,
  WAITING_ORDERS,
  type WaitingChoice,
  type WaitingOrder,
} from '@/domain/payment/waiting-money';

export const TAB_IDS = ['appointments', 'customers', 'calendar', 'prices', 'support'] as const;

/** The dashboard's address contains its tab and the tab's content. */
export type AdminSearch = {
  tab?: (typeof TAB_IDS)[number];
  view?: DeskView;
  day?: CalendarDate;
  by?: Arrangement;
  /** The ID of the appointment that's open next to the lines of Day or Payments. */
  open?: string;
  kind?: WaitingChoice;
  order?: WaitingOrder;
  from?: CalendarDate;
  to?: CalendarDate;
  q?: string;
  /** The tag that the listed customers have. */
  tag?: string;
  date?: CalendarDate;
  held?: boolean;
  sort?: CustomerSort;
  desc?: boolean;
  page?: number;
  customer?: string;
};

/** @returns the page number in an address, or undefined if it isn't valid */
export const pageOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= MAX_PAGE
    ? Number(value)
    : undefined;
const yesOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

/** Reads the dashboard's address. A person may have typed it, so invalid values are dropped. */
export function readAdminSearch(given: { [Name in keyof AdminSearch]?: unknown }): AdminSearch {
  return withoutUndefined({
    tab: oneOf(TAB_IDS, given.tab),
    view: oneOf(DESK_VIEWS, given.view),
    day: dateOf(given.day),
    by: oneOf(ARRANGEMENTS, given.by),
    open: textOf(given.open),
    kind: oneOf(WAITING_CHOICES, given.kind),
    order: oneOf(WAITING_ORDERS, given.order),
    from: dateOf(given.from),
    to: dateOf(given.to),
    q: textOf(given.q),
    tag: textOf(given.tag),
    date: dateOf(given.date),
    held: yesOf(given.held),
    sort: oneOf(CUSTOMER_SORTS, given.sort),
    desc: yesOf(given.desc),
    page: pageOf(given.page),
    customer: textOf(given.customer),
  });
}
