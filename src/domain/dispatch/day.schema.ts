import * as z from 'zod/mini';
import { calendarDate } from '../fields';

/** The date of a day view. Defaults to today. */
export const daySchema = z.object({ date: z.nullish(calendarDate('Please select a valid date.')) });
