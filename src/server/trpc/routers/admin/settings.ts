import * as z from 'zod/mini';
import { staffPasswordChangeSchema } from '@/domain/account/passwords';
import { manualPricesSchema, priceHistorySchema } from '@/domain/pricing/schemas';
import { supportSettingsSchema } from '@/domain/support';
import { changePassword } from '@/server/modules/auth/password.usecases';
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
import { limited } from '@/server/trpc/limits';

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

  /** The admin's own; their other sessions end. */
  changePassword: admin
    .input(staffPasswordChangeSchema)
    .use(limited('passwordCheck'))
    .mutation(async ({ ctx, input }) => {
      const { deps, actor, cookies } = ctx;
      await changePassword({ deps, actor, token: cookies.sessionToken }, input);
      return { message: 'Your password was changed.' };
    }),

  supportSettings: admin.query(({ ctx }) => readSupportSettings(ctx)),

  saveSupport: admin
    .input(supportSettingsSchema)
    .mutation(({ ctx, input }) => saveSupportSettings(ctx, input)),
};
