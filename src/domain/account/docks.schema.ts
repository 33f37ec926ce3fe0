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
  /** The position in degrees. Null removes it. If omitted, the position stays. */
  position: z.nullish(positionSchema),
};

/** A new dock, as entered by its customer. */
export const dockSchema = z.object(dock);
export type DockInput = z.infer<typeof dockSchema>;

const edit = {
  id: idSchema,
  ...dock,
  /**
   * True if the customer confirmed that the changed address is only another spelling of the same
   * place.
   */
  isSamePlace: z.optional(z.boolean()),
  read: readSchema,
};

/** A change to a dock. It replaces all fields. */
export const dockEditSchema = z.object(edit);
export type DockEditInput = z.infer<typeof dockEditSchema>;

/** A dock that staff add for a customer, or change. */
export const customerDockSchema = z.object({ customerId: idSchema, ...dock });
export const customerDockEditSchema = z.object({ customerId: idSchema, ...edit });
