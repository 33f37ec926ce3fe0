import { addDays, type CalendarDate } from '@/domain/dates';
import { type Places, placesOf, placesTogether, type StripDate } from '@/domain/dispatch/day';
import { orderAsItStands } from '@/domain/order/order';
import { cardTrouble } from '@/domain/payment/card-trouble';
import { weekdayTimeSlots } from '@/domain/slots/hours';
import { bookingDates } from '@/domain/slots/time-slots';
import { withoutContact } from '@/domain/staff/without-contact';
import { type WindowLine, windowLine } from '@/domain/waiting-list/waiting-list';
import { FORECAST_DAYS } from '@/domain/weather';
import { type WindWarning, windWarnings } from '@/domain/wind';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { staffView } from '../../appointments/appointments.view';
import {
  type StaffRow,
  selectCardsOfDate,
  selectOfDate,
} from '../../appointments/staff-lists.repository';
import { lastBookable } from '../../slots/hours.repository';
import {
  type OccupancyOf,
  occupancyOf,
  selectLines,
  selectOccupancy,
} from '../../slots/occupancy.repository';
import { isOver } from '../../slots/staff-time-slots';
import { selectWindFrom } from '../../weather/weather.repository';

/** One delivery as a line of the day. Money is in cents, gallons in tenths. */
function lineOf(row: StaffRow) {
  const whole = staffView(row);
  const order = orderAsItStands(row.appointment);
  return {
    id: whole.id,
    version: whole.version,
    publicCode: whole.publicCode,
    status: whole.status,
    slotIndex: row.appointment.slotIndex,
    customerName: whole.customerFullName ?? whole.customerUsername,
    customerPhone: whole.customerPhone ?? whole.customerAccountPhone,
    boatName: row.appointment.boat?.name ?? row.customer?.boatName ?? null,
    /** Only staff and that day's driver see the gate code. */
    gateCode: row.appointment.dock?.gateCode ?? null,
    /** The customer's directions to the dock. */
    dockNote: row.appointment.dock?.note ?? null,
    driverNote: order.driverNote,
    location: order.location,
    slipNumber: order.slipNumber,
    fuelType: order.fuelType,
    fillUp: order.fillUp,
    gallonsTenths: order.estimatedGallonsTenths,
    smallIceBags: order.smallIceBags,
    mediumIceBags: order.mediumIceBags,
    largeIceBags: order.largeIceBags,
    totalPriceCents: whole.totalPriceCents,
    totalPaidCents: whole.totalPaidCents,
    driverId: whole.driverId,
    driverName: whole.driverName,
    paymentBadge: whole.paymentBadge,
    paymentChip: whole.paymentChip,
    cardTrouble: whole.cardTrouble,
    testMode: whole.testMode,
    notes: whole.notes,
  };
}

export type DayLine = ReturnType<typeof lineOf>;

/** The spots of one time window, and the people who want it. */
export type DayTimeSlot = { slotIndex: number; held: number } & Places;

export type StaffDayOfLines = {
  today: CalendarDate;
  date: CalendarDate;
  /** The dates that can be booked. The date itself is added if it isn't one of them. */
  strip: StripDate[];
  timeSlots: (DayTimeSlot & { line: WindowLine })[];
  /** Wind warnings for any date. */
  winds: WindWarning[];
  lines: DayLine[];
  /**
   * The number of tomorrow's deliveries without a card that can be charged. Null if a date was
   * selected, because only the numbers of today need it.
   */
  cardsNeededTomorrow: number | null;
  /** The number of tomorrow's time windows with deliveries and a wind warning, or null as above. */
  windyTomorrow: number | null;
};

/**
 * Reads every delivery of a date (today by default) and the spots of the dates around it, in one
 * round trip.
 */
export async function readDay(
  { deps }: AnyCall,
  input: { date?: CalendarDate | null },
): Promise<StaffDayOfLines> {
  const now = deps.clock.now();
  const today = todayOf(deps);
  const tomorrow = addDays(today, 1);
  const date = input.date ?? today;
  const [rows, cards, forecast, people, ...occupancy] = await deps.db.read((orm) => [
    selectOfDate(orm, date),
    selectCardsOfDate(orm, input.date ? null : tomorrow),
    selectWindFrom(orm, today, FORECAST_DAYS),
    selectLines(orm, date),
    ...selectOccupancy(orm, today, lastBookable(today), now),
    ...selectOccupancy(orm, date, date, now),
  ]);
  const [stripSlots, stripCounts, settings, kept, entries, slots, counts] = occupancy;
  const ofStrip = occupancyOf([stripSlots, stripCounts, settings, kept, entries]);
  const ofDate = occupancyOf([slots, counts, settings, kept, entries]);
  const { hours } = ofDate;
  const window = bookingDates(today, hours.daysAhead);
  const dates = window.includes(date) ? window : [...window, date].sort();
  const winds = windWarnings(forecast, now, (one) => weekdayTimeSlots(hours, one));
  return {
    today,
    date,
    strip: dates.map((one) => ({
      date: one,
      ...placesTogether(timeSlotsOf(deps, one, one === date ? ofDate : ofStrip)),
    })),
    timeSlots: timeSlotsOf(
      deps,
      date,
      ofDate,
      rows.map(({ appointment }) => appointment.slotIndex),
    ).map((slot) => ({ ...slot, line: windowLine(people, slot.slotIndex) })),
    winds,
    lines: rows.map(lineOf),
    cardsNeededTomorrow: input.date
      ? null
      : cards.filter((row) => cardTrouble(row, row) !== null).length,
    windyTomorrow: input.date
      ? null
      : winds.filter(
          ({ date: windy, slotIndex }) =>
            windy === tomorrow && cards.some((row) => row.slotIndex === slotIndex),
        ).length,
  };
}

/**
 * A line for people who only watch the day. It lists what it shows, so a new field of a line stays
 * hidden from them, and leaves out contact details that someone typed into a name or a place.
 */
function watchedLine(line: DayLine) {
  const { id, publicCode, status, slotIndex, fuelType, fillUp, gallonsTenths } = line;
  const { smallIceBags, mediumIceBags, largeIceBags, testMode } = line;
  const { customerName, boatName, location, slipNumber, driverName } = line;
  return {
    ...{ id, publicCode, status, slotIndex, fuelType, fillUp, gallonsTenths },
    ...{ smallIceBags, mediumIceBags, largeIceBags, testMode },
    customerName: customerName && withoutContact(customerName),
    boatName: boatName && withoutContact(boatName),
    location: location && withoutContact(location),
    slipNumber: slipNumber && withoutContact(slipNumber),
    driverName,
  };
}

/** Reads a day's deliveries without contact details, amounts, notes, and gate codes. */
export async function watchDay(call: AnyCall, input: { date?: CalendarDate | null }) {
  const { today, date, strip, timeSlots, lines } = await readDay(call, input);
  return { today, date, strip, timeSlots, lines: lines.map(watchedLine) };
}

function timeSlotsOf(
  { clock, settings: { timeZone } }: Deps,
  date: CalendarDate,
  occupancy: OccupancyOf,
  ofLines: readonly number[] = [],
): DayTimeSlot[] {
  const at = { now: clock.now(), timeZone };
  const indexes = [...new Set([...occupancy.indexesOn(date), ...ofLines])].sort((a, b) => a - b);
  return indexes.map((slotIndex) => {
    const stored = occupancy(date, slotIndex);
    const places = placesOf(stored, isOver(date, slotIndex, at));
    return { slotIndex, held: stored.held, ...places };
  });
}
