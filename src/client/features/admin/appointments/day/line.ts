import { withNoBreaks } from '@/client/lib/no-breaks';
import type { Outputs } from '@/client/lib/trpc';
import { fuelText, iceSizesText } from '@/domain/order/order';
import { timeSlotLabel } from '@/domain/slots/time-slots';

type Day = Outputs['admin']['day'];
/** One delivery of a day. */
export type Line = Day['lines'][number];

/** @returns the ID of the button that opens a line, to restore focus to it */
export const lineButtonId = (id: string) => `line-${id}`;

/** @returns a line with its gallons under the name that orders use */
export const orderOfLine = (line: Line) => ({
  ...line,
  estimatedGallonsTenths: line.gallonsTenths,
});

/** @returns the order in one line, such as "25 gal Regular, ice 2 small" */
export function orderLineText(line: Line): string {
  const fuel = fuelText(orderOfLine(line));
  const ice = iceSizesText(line);
  return withNoBreaks([fuel, ice && `ice ${ice}`].filter(Boolean).join(', '));
}

/** @returns the customer's name, or for a guest without one the code */
export const nameText = ({ customerName, publicCode }: Line): string =>
  customerName ?? `Guest ${publicCode}`;

/** @returns a short time slot, such as "10 AM - 12 PM" */
export const shortTimeSlot = (slotIndex: number): string =>
  withNoBreaks(timeSlotLabel(slotIndex).replaceAll(':00', ''));

/** @returns the time slots of the day in order, each with its lines */
export function byTimeSlot({ timeSlots, lines }: Pick<Day, 'timeSlots' | 'lines'>) {
  return timeSlots.map((timeSlot) => ({
    ...timeSlot,
    label: timeSlotLabel(timeSlot.slotIndex),
    lines: lines.filter(({ slotIndex }) => slotIndex === timeSlot.slotIndex),
  }));
}
