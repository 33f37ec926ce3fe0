import { useEffect } from 'react';
import { TimeRange } from '@/client/appointment/when';
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
import { dockText, type OwnAppointment } from './appointment-text';

/**
 * Keeps a customer's list in this browser while there's a signal.
 *
 * @returns what was kept, if the list can't be loaded
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

const asKept = (one: OwnAppointment): KeptDelivery => ({
  publicCode: one.publicCode,
  date: one.date,
  time: one.time,
  where: dockText(one),
  what: orderText(one),
  status: one.onTheWay ? 'On the way' : STATUS_LABELS[one.status],
  total: formatDollars(one.totalPriceCents),
  about: one.onTheWay?.about ?? null,
});

/** Shows the deliveries that this browser keeps, to read only. */
export function KeptDeliveries({ kept: { at, deliveries } }: { kept: Kept }) {
  const now = useNow(60_000);
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        Last updated {formatRelativeTime(at, now)}. You can change a delivery once you’re back
        online.
      </p>
      {deliveries.length === 0 ? <p>Nothing was scheduled.</p> : null}
      <ul className="flex flex-col gap-2">
        {deliveries.map((one) => (
          <li key={one.publicCode} className="rounded-field border border-edge px-4 py-2">
            <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
              <span>{`${formatWeekday(one.date)}, ${formatMonthDay(one.date)}`}</span>
              <span>{one.status}</span>
            </p>
            <p className="flex flex-wrap justify-between gap-x-3">
              <TimeRange time={one.time} />
              <span className="tabular">{one.total}</span>
            </p>
            {one.about === null ? null : <p>Driver expected about {one.about}</p>}
            <p className="text-sm text-muted">{`${one.where} · ${one.what} · ${one.publicCode}`}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
