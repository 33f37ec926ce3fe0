import {
  offerByHandSchema,
  removeEntrySchema,
  waitingListSchema,
  waitingOfCustomerSchema,
} from '@/domain/waiting-list/waiting-list.schema';
import {
  listWaiting,
  listWaitingOf,
  offerByHand,
  removeEntry,
} from '@/server/modules/waiting-list/staff.usecases';
import { office } from '@/server/trpc/init';

/** The waiting list, for staff. */
export const waitingProcedures = {
  /** The people in line for a date. */
  waiting: office('deliveries')
    .input(waitingListSchema)
    .query(({ ctx, input }) => listWaiting(ctx, input)),

  waitingOf: office('deliveries')
    .input(waitingOfCustomerSchema)
    .query(({ ctx, input }) => listWaitingOf(ctx, input)),

  removeWaiting: office('deliveries')
    .input(removeEntrySchema)
    .mutation(({ ctx, input }) => removeEntry(ctx, input)),

  /** Offers a free spot to one person, out of order if need be. */
  offerWaiting: office('deliveries')
    .input(offerByHandSchema)
    .mutation(({ ctx, input }) => offerByHand(ctx, input)),
};
