import * as z from 'zod/mini';
import { idSchema, orderFields } from '../booking/schemas';
import { addDays, type CalendarDate } from '../calendar';
import { BOOKING_DAYS } from '../slots/windows';

/** How often a recurring delivery comes; days between two of them. */
export const RECURRING_PLANS = {
  weekly: { label: 'Every week', days: 7 },
  'every-two-weeks': { label: 'Every two weeks', days: 14 },
  'every-four-weeks': { label: 'Every four weeks', days: 28 },
} as const;
export type RecurringPlan = keyof typeof RECURRING_PLANS;

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export type RecurringStatus = 'active' | 'paused' | 'cancelled';

/** Recurring deliveries one customer may have running. */
export const MAX_RECURRING = 5;

/** What happens by itself, in words for the account page. */
export const RECURRING_RULE =
  'Each delivery is booked by itself as soon as its day can be booked: the first free window of that day, at the address of your profile, on your default card. You get a mail, and can change or cancel it like any other.';

const PLAN_NAMES = Object.keys(RECURRING_PLANS) as [RecurringPlan, ...RecurringPlan[]];
const GALLONS_SENTENCE = 'Gallons must be a whole number from 1 to 70.';

/** A recurring delivery as it is asked for. */
export const recurringSchema = z.object({
  planType: z.enum(PLAN_NAMES, 'Please choose how often.'),
  deliveryDay: z.enum(WEEKDAYS, 'Please choose a day of the week.'),
  fuelType: orderFields.fuelType,
  gallons: orderFields.estimatedGallons.check(z.minimum(1, GALLONS_SENTENCE)),
});
export type RecurringInput = z.infer<typeof recurringSchema>;

export const recurringStatusSchema = z.object({
  id: idSchema,
  status: z.enum(['active', 'paused', 'cancelled'], 'Please choose active, paused or cancelled.'),
});

/** The first such day after `date`. */
export function nextWeekday(date: CalendarDate, day: Weekday): CalendarDate {
  const today = new Date(`${date}T00:00:00Z`).getUTCDay();
  const ahead = (WEEKDAYS.indexOf(day) - today + 6) % 7;
  return addDays(date, ahead + 1);
}

/** The delivery after the one of `date`, never one of the past: a plan that slept catches up. */
export function nextDelivery(
  date: CalendarDate,
  plan: RecurringPlan,
  today: CalendarDate,
): CalendarDate {
  let next = addDays(date, RECURRING_PLANS[plan].days);
  while (next <= today) next = addDays(next, RECURRING_PLANS[plan].days);
  return next;
}

/** The last date on which a delivery can be booked today. */
export function lastBookableDate(today: CalendarDate): CalendarDate {
  return addDays(today, BOOKING_DAYS - 1);
}
