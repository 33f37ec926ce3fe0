import { useEffect } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import {
  type Kept,
  type KeptDelivery,
  keepDeliveries,
  keptDeliveries,
} from '@/client/lib/kept-deliveries';
import { useNow } from '@/client/lib/now';
import { serverNow } from '@/client/lib/server-clock';
import { useMe } from '@/client/lib/session';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { formatMonthDay, formatRelativeTime, formatWeekday } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { orderText } from '@/domain/order/order';
import type { OwnAppointment } from './appointment-text';

/**
 * Stores a customer's list in this browser while there's a signal.
 * @returns the stored list, if the current one can't be loaded
 */
export function useKeptDeliveries(list: readonly OwnAppointment[] | undefined): Kept | null {
  const me = useMe();
  const person = me?.id;
  useEffect(() => {
    if (!person || !list) return;
    keepDeliveries({ person, at: serverNow(), deliveries: list.map(asKept) });
  }, [person, list]);
  return list ? null : keptDeliveries();
}

function asKept(one: OwnAppointment): KeptDelivery {
  const { publicCode, date, time, onTheWay } = one;
  const status = STATUS_LABELS[one.status];
  return {
    publicCode,
    lines: [
      `${formatWeekday(date)}, ${formatMonthDay(date)}, ${time}`,
      onTheWay?.about ? `${status} · about ${onTheWay.about}` : status,
      [dockText(one), orderText(one), formatDollars(one.totalPriceCents), publicCode].join(' · '),
    ],
  };
}

/** Shows the deliveries stored in this browser, read-only. */
export function KeptDeliveries({ kept: { at, deliveries } }: { kept: Kept }) {
  const now = useNow(60_000);
  return (
    <>
      <p className="mb-3 text-sm text-muted">Last updated {formatRelativeTime(at, now)}.</p>
      <ul className="flex flex-col gap-2">
        {deliveries.map(({ publicCode, lines }) => (
          <li key={publicCode} className="rounded-field border border-edge px-4 py-2">
            {lines.map((line) => (
              <p key={line} className="first:font-semibold">
                {line}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
