import { type ExtraWrites, NO_EXTRA_WRITES } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { OFFICE_SERIES, readingsOf } from '@/domain/trucks/ticket';
import { READINGS_MESSAGE } from '@/domain/trucks/ticket.schema';
import { type TruckDay, truckOfDay } from '@/domain/trucks/truck';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import {
  addingTicket,
  numberIsUnused,
  type RangeRow,
  ticketColumn,
} from '../../trucks/tickets.repository';
import type { TruckRow } from '../../trucks/trucks.repository';
import type { CompletionInput } from './figures';

/** The rows that decide a completion's ticket. */
export type TicketFacts = {
  trucks: readonly TruckRow[];
  chosen: readonly TruckDay[];
  /** The range of the number that the device sent. Null if the number can't be used. */
  range: RangeRow | null;
};

/** The writes of a ticket, and its column, which the completion's own statement stores. */
export type TicketWrites = ExtraWrites & { columns: { ticket?: ReturnType<typeof ticketColumn> } };

/** Returns the facts in the rows of `selectTicketFacts`. */
export const ticketFactsOf = ([trucks, chosen, [range]]: readonly [
  TruckRow[],
  TruckDay[],
  RangeRow[],
]): TicketFacts => ({ trucks, chosen, range: range ?? null });

/**
 * Returns the writes of a completion's ticket: with the device's number if it has one, or else with
 * the truck's next number. There are no tickets without trucks, and a test gets none.
 */
export function ticketOf(
  { deps }: Pick<Call, 'deps'>,
  row: AppointmentRow,
  { trucks, chosen, range }: TicketFacts,
  input: CompletionInput,
): TicketWrites {
  if (row.testMode || trucks.length === 0) return { ...NO_EXTRA_WRITES, columns: {} };
  const { ticket: sent, truckId, actualGallonsTenths, meterStartTenths, meterEndTenths } = input;
  const taken = sent && range ? sent : null;
  const ofDate = truckOfDay(row.date, { trucks, chosen });
  const named = trucks.find(({ id }) => id === (taken ? range?.series : truckId));
  const truck = named ?? ofDate;
  const series = truck?.id ?? OFFICE_SERIES;
  const added = {
    appointmentId: row.id,
    taken,
    rangeId: deps.ids.next(),
    date: todayOf(deps),
    now: deps.clock.now(),
    ticket: {
      series,
      truckName: truck?.name ?? null,
      meterSerial: truck?.meterSerial ?? null,
      gallonsTenths: actualGallonsTenths,
      readings: readingsOf(meterStartTenths, meterEndTenths),
    },
  };
  return {
    columns: { ticket: ticketColumn(added) },
    guards: taken ? [numberIsUnused(series, taken.number)] : [],
    also: addingTicket(added),
  };
}

/** @throws `invalid_input` if only one of the two readings was sent */
export function refuseHalfReadings({ meterStartTenths, meterEndTenths }: CompletionInput): void {
  if ((meterStartTenths === undefined) === (meterEndTenths === undefined)) return;
  const field = meterStartTenths === undefined ? 'meterStart' : 'meterEnd';
  throw new DomainError('invalid_input', READINGS_MESSAGE, { field });
}

/** Returns a completion's readings for its audit entry. */
export const readingsIn = ({ meterStartTenths, meterEndTenths }: CompletionInput) =>
  meterStartTenths === undefined ? {} : { meterStartTenths, meterEndTenths };
