import * as z from 'zod/mini';
import { idSchema, requestIdSchema, requiredText } from '../fields';
import { positionSchema } from '../route/position.schema';
import { actionKey, ownOrNamedDriver, pressedAt } from './driver.schema';
import {
  SPILL_AMOUNT_LABELS,
  SPILL_CAUSE_LABELS,
  SPILL_SUBSTANCES,
  SPILL_WEATHER_LABELS,
} from './spill';

const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as [K, ...K[]];

/** The fields of a spill report, as entered by a driver. */
export const spillFields = {
  place: requiredText('Enter where the spill is.', 200),
  substance: z.enum(SPILL_SUBSTANCES, 'Select what spilled.'),
  amount: z.enum(keysOf(SPILL_AMOUNT_LABELS), 'Select about how much spilled.'),
  cause: z.enum(keysOf(SPILL_CAUSE_LABELS), 'Select the cause.'),
  weather: z.enum(keysOf(SPILL_WEATHER_LABELS), 'Select the weather.'),
};

/** A spill report. Its action key is also its ID, so its photo can follow. */
export const spillReportSchema = z.object({
  actionKey,
  driverId: ownOrNamedDriver,
  pressedAt,
  appointmentId: z.nullish(idSchema),
  ...spillFields,
  position: z.nullish(positionSchema),
  /** True if the hotline was called before the report was sent. */
  hotlineCalled: z._default(z.boolean(), false),
});
export type SpillReportInput = z.infer<typeof spillReportSchema>;

/** Names a report by its action key. */
export const reportByKeySchema = z.object({ id: actionKey });

/** A call about the spill. Repeating it with the same `requestId` doesn't add another call. */
export const spillCallSchema = z.object({
  id: actionKey,
  called: requiredText('Enter who was called.', 100),
  requestId: z.optional(requestIdSchema),
});
export type SpillCallInput = z.infer<typeof spillCallSchema>;
