import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import { clearableLongText, clearableText, idSchema } from '../fields';
import { orderFields } from '../order/order.schema';
import { positionSchema } from '../route/position.schema';

const dock = {
  label: orderFields.location,
  slip: z.optional(clearableText(120)),
  gateCode: z.optional(clearableText(40)),
  note: z.optional(clearableLongText(300)),
  /** Where it is, in degrees; null takes the position away, and left out it stays. */
  position: z.nullish(positionSchema),
};

/** A dock as its customer writes it down. */
export const dockSchema = z.object(dock);
export type DockInput = z.infer<typeof dockSchema>;

/** The same for one that is there: all of it is replaced. */
export const dockEditSchema = z.object({
  id: idSchema,
  ...dock,
  /** Its customer says that another address is the same place, spelled another way. */
  isSamePlace: z.optional(z.boolean()),
  read: readSchema,
});
export type DockEditInput = z.infer<typeof dockEditSchema>;
