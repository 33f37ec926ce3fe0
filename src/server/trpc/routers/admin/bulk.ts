import * as z from 'zod/mini';
import { bulkChangeSchema, proposalSchema } from '@/domain/bulk/bulk.schema';
import { byIdSchema } from '@/domain/fields';
import {
  beginBulkChange,
  listBulkChanges,
  takeBackBulkChange,
} from '@/server/modules/bulk-changes/bulk-change.usecases';
import { proposeMovesOf } from '@/server/modules/bulk-changes/propose.usecases';
import { officeAlways, withinReach } from '@/server/trpc/init';

/** Bulk changes to appointments. */
export const bulkProcedures = {
  /** Proposes other days and windows for a day's deliveries. */
  proposeMoves: officeAlways('deliveries')
    .input(proposalSchema)
    .use(withinReach)
    .query(({ ctx, input }) => proposeMovesOf(ctx, input)),

  beginBulkChange: officeAlways('deliveries')
    .input(bulkChangeSchema)
    .mutation(({ ctx, input }) => beginBulkChange(ctx, input)),

  /** All admins' bulk changes that are in progress or can still be undone. */
  bulkChanges: officeAlways('deliveries')
    .input(z.void())
    .query(({ ctx }) => listBulkChanges(ctx)),

  takeBackBulkChange: officeAlways('deliveries')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => takeBackBulkChange(ctx, input)),
};
