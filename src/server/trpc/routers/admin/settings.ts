import * as z from 'zod/mini';
import { manualPricesSchema, priceHistorySchema } from '@/domain/pricing/schemas';
import { supportSettingsSchema } from '@/domain/support';
import {
  readPriceHistory,
  revertFuelPrices,
  setFuelPrices,
} from '@/server/modules/pricing/manual-prices.usecases';
import {
  readSupportSettings,
  saveSupportSettings,
} from '@/server/modules/support/settings.usecases';
import { admin } from '@/server/trpc/init';

/** Fuel Prices and Support Settings. */
export const settingsProcedures = {
  setFuelPrices: admin
    .input(manualPricesSchema)
    .mutation(({ ctx, input }) => setFuelPrices(ctx, input)),

  /** Back to what the market says. */
  revertFuelPrices: admin.input(z.void()).mutation(({ ctx }) => revertFuelPrices(ctx)),

  priceHistory: admin
    .input(priceHistorySchema)
    .query(({ ctx, input }) => readPriceHistory(ctx, input)),

  supportSettings: admin.query(({ ctx }) => readSupportSettings(ctx)),

  saveSupport: admin
    .input(supportSettingsSchema)
    .mutation(({ ctx, input }) => saveSupportSettings(ctx, input)),
};
