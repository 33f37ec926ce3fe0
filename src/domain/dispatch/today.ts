import { type AppointmentStatus, OPEN_STATUSES } from '../appointment/status';
import type { PaymentChip } from '../payment/badges';

type TodayLine = {
  id: string;
  status: AppointmentStatus;
  slotIndex: number;
  driverId: number | null;
  paymentChip: PaymentChip;
};

/** A driver's open stops today. `hasLoad` is false until the driver has entered a load. */
type TodayDriver = {
  stops: readonly { id: string; lateMinutes: number }[];
  hasLoad: boolean;
  isShort: boolean;
};

/** The numbers of today's deliveries, windows, and drivers that need something from staff. */
export type TodayCounts = {
  unconfirmed: number;
  noDriver: number;
  noCard: number;
  late: number;
  windyWindows: number;
  /** Drivers with stops but without an entered load. */
  noLoad: number;
  /** Drivers whose load doesn't cover their stops. */
  shortLoad: number;
  /** Deliveries that are still open. */
  open: number;
  done: number;
};

/**
 * Counts today's deliveries, windows, and drivers that need something from staff. A windy window without open
 * deliveries isn't counted.
 */
export function countToday(
  lines: readonly TodayLine[],
  drivers: readonly TodayDriver[],
  windySlots: readonly number[],
): TodayCounts {
  const open = lines.filter(({ status }) => OPEN_STATUSES.includes(status));
  const count = (isCounted: (line: TodayLine) => boolean) => open.filter(isCounted).length;
  const working = drivers.filter(({ stops }) => stops.length > 0);
  return {
    unconfirmed: count(({ status }) => status === 'pending'),
    noDriver: count(({ driverId }) => driverId === null),
    noCard: count(({ paymentChip }) => paymentChip === 'No card'),
    late: working.flatMap(({ stops }) => stops).filter(({ lateMinutes }) => lateMinutes > 0).length,
    windyWindows: new Set(windySlots.filter((slot) => open.some((line) => line.slotIndex === slot)))
      .size,
    noLoad: working.filter(({ hasLoad }) => !hasLoad).length,
    shortLoad: working.filter(({ hasLoad, isShort }) => hasLoad && isShort).length,
    open: open.length,
    done: lines.filter(({ status }) => status === 'completed').length,
  };
}
