import type { CalendarDate } from '@/domain/dates';
import type { WaitingChoice, WaitingOrder } from '@/domain/payment/waiting-money';

/** What is shown of the money that waits, as the address says it. */
export type MoneyChoice = {
  /** Null for all. */
  kind: WaitingChoice | null;
  order: WaitingOrder;
  /** The customer whose money alone is listed. */
  customerId: string | null;
  /** The days whose deliveries alone are listed, both ends included. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  page: number;
  /** The appointment that is open beside the lines. */
  openId: string | null;
};
