import { activityPersonSchema, activitySchema } from '@/domain/audit/activity.schema';
import { listActivity, listPeople } from '@/server/modules/audit/activity.usecases';
import { admin } from '@/server/trpc/init';

/** The audit log. */
export const activityProcedures = {
  /** A page of entries, the newest first. */
  activity: admin.input(activitySchema).query(({ ctx, input }) => listActivity(ctx, input)),

  /** Everyone of the staff, for the filter by person; and the person whom the filter names. */
  activityPeople: admin
    .input(activityPersonSchema)
    .query(({ ctx, input }) => listPeople(ctx, input)),
};
