import {
  driverAccountIdSchema,
  driverDetailsSchema,
  driverPasswordSchema,
  newDriverSchema,
  retirementSchema,
} from '@/domain/account/drivers';
import { reportListSchema } from '@/domain/driver/driver.schema';
import { reportByKeySchema, spillCallSchema } from '@/domain/driver/spill.schema';
import { byIdSchema } from '@/domain/fields';
import {
  promoChangeSchema,
  promoNameSchema,
  promoSchema,
} from '@/domain/pricing/promo-change.schema';
import {
  readDriverWork,
  retireDriver,
} from '@/server/modules/deliveries/day/retire-driver.usecases';
import {
  readReports,
  resolveReport,
} from '@/server/modules/deliveries/reports/driver-reports.usecases';
import {
  noteSpillCall,
  readSpillReport,
} from '@/server/modules/deliveries/reports/spill-reports.usecases';
import {
  addDriver,
  editDriver,
  listDriverAccounts,
  restoreDriver,
} from '@/server/modules/drivers/accounts.usecases';
import { resetDriverPassword } from '@/server/modules/drivers/driver-password.usecases';
import {
  addPromoCode,
  editPromoCode,
  listPromoCodes,
  retirePromoCode,
} from '@/server/modules/pricing/promo.usecases';
import { confirmed } from '@/server/trpc/confirmed';
import { admin, adminAlways } from '@/server/trpc/init';

/**
 * Drivers with their sign-ins, driver reports, and promo codes. Changes to a sign-in require a new
 * proof.
 */
export const peopleProcedures = {
  /** All drivers, including inactive ones, with their usernames. */
  driverAccounts: admin.query(({ ctx }) => listDriverAccounts(ctx)),

  addDriver: admin
    .use(confirmed)
    .input(newDriverSchema)
    .mutation(({ ctx, input }) => addDriver(ctx, input)),

  editDriver: admin
    .use(confirmed)
    .input(driverDetailsSchema)
    .mutation(({ ctx, input }) => editDriver(ctx, input)),

  /** A driver's open deliveries by date. */
  driverWork: admin
    .input(driverAccountIdSchema)
    .query(({ ctx, input }) => readDriverWork(ctx, input)),

  /** Deactivates a driver and assigns the open work to the named drivers. */
  retireDriver: admin
    .input(retirementSchema)
    .mutation(({ ctx, input }) => retireDriver(ctx, input)),

  restoreDriver: admin
    .use(confirmed)
    .input(driverPasswordSchema)
    .mutation(({ ctx, input }) => restoreDriver(ctx, input)),

  resetDriverPassword: admin
    .use(confirmed)
    .input(driverPasswordSchema)
    .mutation(({ ctx, input }) => resetDriverPassword(ctx, input)),

  /** A spill report for printing. */
  spillReport: adminAlways
    .input(reportByKeySchema)
    .query(({ ctx, input }) => readSpillReport(ctx, input)),

  /** Adds a call to a spill report. */
  noteSpillCall: adminAlways
    .input(spillCallSchema)
    .mutation(({ ctx, input }) => noteSpillCall(ctx, input)),

  driverReports: adminAlways
    .input(reportListSchema)
    .query(({ ctx, input }) => readReports(ctx, input)),

  resolveDriverReport: adminAlways
    .input(byIdSchema)
    .mutation(({ ctx, input }) => resolveReport(ctx, input)),

  promoCodes: admin.query(({ ctx }) => listPromoCodes(ctx)),

  addPromoCode: admin.input(promoSchema).mutation(({ ctx, input }) => addPromoCode(ctx, input)),

  editPromoCode: admin
    .input(promoChangeSchema)
    .mutation(({ ctx, input }) => editPromoCode(ctx, input)),

  retirePromoCode: admin
    .input(promoNameSchema)
    .mutation(({ ctx, input }) => retirePromoCode(ctx, input)),
};
