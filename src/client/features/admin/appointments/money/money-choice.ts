import type { CalendarDate } from '@/domain/dates';
import type { WaitingChoice, WaitingOrder } from '@/domain/payment/waiting-money';

/** The filters of "Open payments", which are part of the page's address. */
export type MoneyChoice = {
  /** Null lists all kinds. */
  kind: WaitingChoice | null;
  order: WaitingOrder;
  /** Lists only this customer's payments. */
  customerId: string | null;
  /** Lists only deliveries of these dates, including both. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  page: number;
  /** The appointment shown in the side panel. */
  openId: string | null;
};
