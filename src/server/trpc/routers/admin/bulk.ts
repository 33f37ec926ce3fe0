import * as z from 'zod/mini';
import { bulkChangeSchema, proposalSchema } from '@/domain/bulk/bulk.schema';
import { byIdSchema } from '@/domain/fields';
import {
  beginBulkChange,
  listBulkChanges,
  takeBackBulkChange,
} from '@/server/modules/bulk-changes/bulk-change.usecases';
import { proposeMovesOf } from '@/server/modules/bulk-changes/propose.usecases';
import { adminAlways, withinReach } from '@/server/trpc/init';

/** Many appointments at once. */
export const bulkProcedures = {
  /** Where the deliveries of a day fit on other days. */
  proposeMoves: adminAlways
    .input(proposalSchema)
    .use(withinReach)
    .query(({ ctx, input }) => proposeMovesOf(ctx, input)),

  beginBulkChange: adminAlways
    .input(bulkChangeSchema)
    .mutation(({ ctx, input }) => beginBulkChange(ctx, input)),

  /** Those under way, and those that can still be taken back, of every admin. */
  bulkChanges: adminAlways.input(z.void()).query(({ ctx }) => listBulkChanges(ctx)),

  takeBackBulkChange: adminAlways
    .input(byIdSchema)
    .mutation(({ ctx, input }) => takeBackBulkChange(ctx, input)),
};
