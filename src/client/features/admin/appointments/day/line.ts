import { slipText } from '@/client/appointment/slip-text';
import { withNoBreaks } from '@/client/lib/no-breaks';
import type { Outputs } from '@/client/lib/trpc';
import { fuelText, iceSizesText } from '@/domain/order/order';
import { timeSlotLabel } from '@/domain/slots/time-slots';

type Day = Outputs['admin']['day'];
/** One delivery of a day. */
export type Line = Day['lines'][number];

/** The button that opens a line, to which the focus returns. */
export const lineButtonId = (id: string) => `line-${id}`;

/** A line with its gallons by the name that an order has for them. */
export const orderOfLine = (line: Line) => ({
  ...line,
  estimatedGallonsTenths: line.gallonsTenths,
});

/** "25 gal Regular, ice 2 small". */
export function orderLineText(line: Line): string {
  const fuel = fuelText(orderOfLine(line));
  const ice = iceSizesText(line);
  return withNoBreaks([fuel, ice && `ice ${ice}`].filter(Boolean).join(', '));
}

/** Whom a delivery is for; a guest without a name goes by the code. */
export const nameText = ({ customerName, publicCode }: Line): string =>
  customerName ?? `Guest ${publicCode}`;

/** "10 AM - 12 PM". */
export const shortTimeSlot = (slotIndex: number): string =>
  withNoBreaks(timeSlotLabel(slotIndex).replaceAll(':00', ''));

/** "Maple Island Marina, Slip 12". */
export function dockText({ location, slipNumber }: Pick<Line, 'location' | 'slipNumber'>): string {
  const slip = slipText(slipNumber);
  return slip ? `${location}, ${slip}` : location;
}

/** The lines of each time slot, in the order of the day. */
export function byTimeSlot({ timeSlots, lines }: Pick<Day, 'timeSlots' | 'lines'>) {
  return timeSlots.map((timeSlot) => ({
    ...timeSlot,
    label: timeSlotLabel(timeSlot.slotIndex),
    lines: lines.filter(({ slotIndex }) => slotIndex === timeSlot.slotIndex),
  }));
}
