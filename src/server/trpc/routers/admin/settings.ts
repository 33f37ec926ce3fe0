import * as z from 'zod/mini';
import { PASSWORD_MESSAGES, staffPasswordChangeSchema } from '@/domain/account/passwords';
import { accountsSchema } from '@/domain/accounting/accounts.schema';
import { pageSchema } from '@/domain/appointment/appointment.schema';
import { businessSettingsSchema } from '@/domain/business-settings';
import { homePhotoSchema } from '@/domain/home-photo';
import { newLegalTextSchema } from '@/domain/legal/legal-texts';
import { logoSchema } from '@/domain/logo';
import { ownWordsSchema } from '@/domain/messages/own-words.schema';
import { manualPricesSchema, priceHistorySchema } from '@/domain/pricing/market-prices.schema';
import { priceChangeSchema, priceEntrySchema } from '@/domain/pricing/price-change.schema';
import { closeMonthSchema, monthSchema, reportSchema } from '@/domain/reports';
import { hoursSchema } from '@/domain/slots/hours.schema';
import {
  changesSupportAddress,
  type SupportSettingsInput,
  supportSettingsSchema,
} from '@/domain/support';
import { taxChangeSchema, taxEntrySchema } from '@/domain/tax/tax-change.schema';
import { zoneChangeSchema, zoneEffectSchema } from '@/domain/time-zones';
import type { AnyCall } from '@/server/config/call';
import { changePassword } from '@/server/modules/auth/password.usecases';
import {
  changeBusinessSettings,
  changesSafeguards,
  readBusinessSettings,
} from '@/server/modules/business-settings/business-settings.usecases';
import { saveHomePhoto } from '@/server/modules/business-settings/home-photo.usecases';
import { saveLogo } from '@/server/modules/business-settings/logo.usecases';
import {
  changeTimeZone,
  readTimeZone,
  readZoneEffect,
} from '@/server/modules/business-settings/time-zone.usecases';
import { listLegalTexts, saveLegalText } from '@/server/modules/legal/legal.usecases';
import { changeOwnWords, readOwnWords } from '@/server/modules/own-words/own-words.usecases';
import {
  readPriceHistory,
  revertFuelPrices,
  setFuelPrices,
} from '@/server/modules/pricing/manual-prices.usecases';
import {
  cancelPriceChange,
  changePrices,
  readPriceBook,
} from '@/server/modules/pricing/price-book.usecases';
import { changeAccounts, readAccounts } from '@/server/modules/reports/accounts.usecases';
import { closeMonth, listMonths, readMonth } from '@/server/modules/reports/months.usecases';
import { readReport, readReportGroups } from '@/server/modules/reports/reports.usecases';
import { changeHours, readHoursSettings } from '@/server/modules/slots/hours.usecases';
import {
  readSupportSettings,
  saveSupportSettings,
} from '@/server/modules/support/settings.usecases';
import { cancelTaxChange, changeTaxes, readTaxBook } from '@/server/modules/taxes/taxes.usecases';
import { confirmed, confirmedIf } from '@/server/trpc/confirmed';
import { office, officeAlways } from '@/server/trpc/init';
import { limited, photosLimited } from '@/server/trpc/limits';

const leadsElsewhere = async (call: AnyCall, input: SupportSettingsInput) =>
  changesSupportAddress(await readSupportSettings(call), input);

/** Fuel Prices, Support Settings, Settings, and reports. */
export const settingsProcedures = {
  setFuelPrices: officeAlways('business')
    .input(manualPricesSchema)
    .mutation(({ ctx, input }) => setFuelPrices(ctx, input)),

  /** Returns to the prices of the feed. */
  revertFuelPrices: officeAlways('business')
    .input(z.void())
    .mutation(({ ctx }) => revertFuelPrices(ctx)),

  priceHistory: officeAlways('business')
    .input(priceHistorySchema)
    .query(({ ctx, input }) => readPriceHistory(ctx, input)),

  /** Our own prices and fees: in force, planned, and earlier. */
  ownPrices: office('business').query(({ ctx }) => readPriceBook(ctx)),

  /** Changes prices and fees, now or from a date and time on. */
  changePrices: office('business')
    .input(priceChangeSchema)
    .use(confirmed)
    .mutation(({ ctx, input }) => changePrices(ctx, input)),

  /** Cancels a planned change that doesn't apply yet. */
  cancelPriceChange: office('business')
    .input(priceEntrySchema)
    .use(confirmed)
    .mutation(({ ctx, input }) => cancelPriceChange(ctx, input)),

  /** The owner's own words for messages. */
  ownWords: office('business').query(({ ctx }) => readOwnWords(ctx)),

  /** Replaces a message's words, or returns to ours. */
  changeOwnWords: office('business')
    .input(ownWordsSchema)
    .mutation(({ ctx, input }) => changeOwnWords(ctx, input)),

  /** The tax rates: in force, planned, and earlier. */
  taxes: office('reports').query(({ ctx }) => readTaxBook(ctx)),

  /** Changes tax rates from a date on. */
  changeTaxes: office('business')
    .input(taxChangeSchema)
    .use(confirmed)
    .mutation(({ ctx, input }) => changeTaxes(ctx, input)),

  /** Cancels a planned change of tax rates that doesn't apply yet. */
  cancelTaxChange: office('business')
    .input(taxEntrySchema)
    .use(confirmed)
    .mutation(({ ctx, input }) => cancelTaxChange(ctx, input)),

  /** The journal's accounts in QuickBooks and Xero. */
  accounts: office('exports').query(({ ctx }) => readAccounts(ctx)),

  /** Saves all of the journal's accounts. */
  changeAccounts: office('exports')
    .input(accountsSchema)
    .mutation(({ ctx, input }) => changeAccounts(ctx, input)),

  /** The owner's hours, and the appointments outside them. */
  hours: office('business').query(({ ctx }) => readHoursSettings(ctx)),

  /** Saves all hours. */
  changeHours: office('business')
    .input(hoursSchema)
    .mutation(({ ctx, input }) => changeHours(ctx, input)),

  /** Changes the admin's own password and ends their other sessions. */
  changePassword: office('business')
    .input(staffPasswordChangeSchema)
    .use(limited('passwordCheck'))
    .mutation(async ({ ctx, input }) => {
      const { deps, actor, cookies } = ctx;
      await changePassword({ deps, actor, token: cookies.sessionToken }, input);
      return { message: PASSWORD_MESSAGES.changed };
    }),

  /** Revenue, gallons, ice, deliveries, and failed charges by day, week, or month. */
  report: office('reports')
    .input(reportSchema)
    .query(({ ctx, input }) => readReport(ctx, input)),

  /** The deliveries of a report by driver and by place. */
  reportGroups: office('reports')
    .input(reportSchema)
    .query(({ ctx, input }) => readReportGroups(ctx, input)),

  /** The months since the first payment, 12 per page, and the month that can be closed. */
  months: office('reports')
    .input(pageSchema)
    .query(({ ctx, input }) => listMonths(ctx, input)),

  /** A month's figures by day. */
  month: office('reports')
    .input(monthSchema)
    .query(({ ctx, input }) => readMonth(ctx, input)),

  /** Closes a month permanently. */
  closeMonth: office('business')
    .input(closeMonthSchema)
    .mutation(({ ctx, input }) => closeMonth(ctx, input)),

  supportSettings: officeAlways('business').query(({ ctx }) => readSupportSettings(ctx)),

  /** Saves the support texts. A new email address or phone number requires a new proof. */
  saveSupport: office('business')
    .input(supportSettingsSchema)
    .use(confirmedIf(leadsElsewhere))
    .mutation(({ ctx, input }) => saveSupportSettings(ctx, input)),

  /** The current terms and privacy notice. */
  legalTexts: office('business').query(({ ctx }) => listLegalTexts(ctx)),

  /** Saves a new version of the terms or the privacy notice. */
  saveLegalText: office('business')
    .input(newLegalTextSchema)
    .use(confirmed)
    .mutation(({ ctx, input }) => saveLegalText(ctx, input)),

  businessSettings: office('business').query(({ ctx }) => readBusinessSettings(ctx)),

  /**
   * Saves the owner's settings. A proof of identity is required to raise an amount that passes
   * without a check, and for another company name, cancellation policy, or sender.
   */
  changeBusinessSettings: office('business')
    .input(businessSettingsSchema)
    .use(confirmedIf(changesSafeguards))
    .mutation(({ ctx, input }) => changeBusinessSettings(ctx, input)),

  /** The time zone, and the others. */
  timeZone: office('business').query(({ ctx }) => readTimeZone(ctx)),

  /** What another time zone would mean for what's booked and planned. */
  timeZoneEffect: office('business')
    .input(zoneEffectSchema)
    .query(({ ctx, input }) => readZoneEffect(ctx, input)),

  /** Changes the time zone from now on. */
  changeTimeZone: office('business')
    .input(zoneChangeSchema)
    .use(confirmed)
    .mutation(({ ctx, input }) => changeTimeZone(ctx, input)),

  /** Replaces or removes the photo on the home page, or changes its description. */
  saveHomePhoto: office('business')
    .input(homePhotoSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => saveHomePhoto(ctx, input)),

  /** Replaces or removes the company's logo. */
  saveLogo: office('business')
    .input(logoSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => saveLogo(ctx, input)),
};
