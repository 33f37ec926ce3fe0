import * as z from 'zod/mini';
import { calendarDate } from '../fields';

/** The date of a day's lines; today when it is left out. */
export const daySchema = z.object({ date: z.nullish(calendarDate('Please choose a valid date.')) });
