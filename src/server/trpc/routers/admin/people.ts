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
  discountActiveSchema,
  discountChangeSchema,
  discountPageSchema,
  newDiscountSchema,
} from '@/domain/pricing/discounts.schema';
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
  addDiscount,
  editDiscount,
  listDiscounts,
  setDiscountActive,
} from '@/server/modules/pricing/discount.usecases';
import {
  addPromoCode,
  editPromoCode,
  listPromoCodes,
  retirePromoCode,
} from '@/server/modules/pricing/promo.usecases';
import { confirmed } from '@/server/trpc/confirmed';
import { office, officeAlways } from '@/server/trpc/init';

/**
 * Drivers with their sign-ins, driver reports, and promo codes. Changes to a sign-in require a new
 * proof.
 */
export const peopleProcedures = {
  /** All drivers, including inactive ones, with their usernames. */
  driverAccounts: office('business').query(({ ctx }) => listDriverAccounts(ctx)),

  addDriver: office('business')
    .use(confirmed)
    .input(newDriverSchema)
    .mutation(({ ctx, input }) => addDriver(ctx, input)),

  editDriver: office('business')
    .use(confirmed)
    .input(driverDetailsSchema)
    .mutation(({ ctx, input }) => editDriver(ctx, input)),

  /** A driver's open deliveries by date. */
  driverWork: office('business')
    .input(driverAccountIdSchema)
    .query(({ ctx, input }) => readDriverWork(ctx, input)),

  /** Deactivates a driver and assigns the open work to the named drivers. */
  retireDriver: office('business')
    .input(retirementSchema)
    .mutation(({ ctx, input }) => retireDriver(ctx, input)),

  restoreDriver: office('business')
    .use(confirmed)
    .input(driverPasswordSchema)
    .mutation(({ ctx, input }) => restoreDriver(ctx, input)),

  resetDriverPassword: office('business')
    .use(confirmed)
    .input(driverPasswordSchema)
    .mutation(({ ctx, input }) => resetDriverPassword(ctx, input)),

  /** A spill report for printing. */
  spillReport: officeAlways('deliveries')
    .input(reportByKeySchema)
    .query(({ ctx, input }) => readSpillReport(ctx, input)),

  /** Adds a call to a spill report. */
  noteSpillCall: officeAlways('deliveries')
    .input(spillCallSchema)
    .mutation(({ ctx, input }) => noteSpillCall(ctx, input)),

  driverReports: officeAlways('deliveries')
    .input(reportListSchema)
    .query(({ ctx, input }) => readReports(ctx, input)),

  resolveDriverReport: officeAlways('deliveries')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => resolveReport(ctx, input)),

  promoCodes: office('business').query(({ ctx }) => listPromoCodes(ctx)),

  addPromoCode: office('business')
    .input(promoSchema)
    .mutation(({ ctx, input }) => addPromoCode(ctx, input)),

  editPromoCode: office('business')
    .input(promoChangeSchema)
    .mutation(({ ctx, input }) => editPromoCode(ctx, input)),

  discounts: office('business')
    .input(discountPageSchema)
    .query(({ ctx, input }) => listDiscounts(ctx, input)),

  addDiscount: office('business')
    .input(newDiscountSchema)
    .mutation(({ ctx, input }) => addDiscount(ctx, input)),

  /** Changes a discount for new orders. */
  editDiscount: office('business')
    .input(discountChangeSchema)
    .mutation(({ ctx, input }) => editDiscount(ctx, input)),

  setDiscountActive: office('business')
    .input(discountActiveSchema)
    .mutation(({ ctx, input }) => setDiscountActive(ctx, input)),

  retirePromoCode: office('business')
    .input(promoNameSchema)
    .mutation(({ ctx, input }) => retirePromoCode(ctx, input)),
};
