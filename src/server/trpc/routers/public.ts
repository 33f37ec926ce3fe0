/** The public data: the time windows, the prices, the weather, and our contact details. */
import * as z from 'zod/mini';
import { calendarDate } from '@/domain/fields';
import { legalTextSchema } from '@/domain/legal/legal-texts';
import { nearPlaceSchema, placeAreaSchema, placeSearchSchema } from '@/domain/places/place.schema';
import { readAreaNotice } from '@/server/modules/appointments/area-notice.usecases';
import { readDockMap } from '@/server/modules/boats/docks.usecases';
import { readCompany } from '@/server/modules/legal/company.usecases';
import { readLegalText } from '@/server/modules/legal/legal.usecases';
import { findNearPlace, searchPlaces } from '@/server/modules/places/places.usecases';
import { readPrices } from '@/server/modules/pricing/pricing.usecases';
import {
  readBookingWindow,
  readOpenTimeSlots,
  readReopening,
} from '@/server/modules/slots/slots.usecases';
import { readSupport } from '@/server/modules/support/support.usecases';
import { readWeather } from '@/server/modules/weather/weather.usecases';
import { anyPage, router } from '../init';
import { limited } from '../limits';

export const slotsRouter = router({
  /** The booking window: 14 dates with their time windows. */
  window: anyPage.query(({ ctx }) => readBookingWindow(ctx)),

  /** The labels of a date's available time windows. */
  open: anyPage
    .input(z.object({ date: calendarDate() }))
    .query(({ ctx, input }) => readOpenTimeSlots(ctx, input)),

  /** The first date after the booking window that isn't blocked, or null if none is known. */
  reopening: anyPage.query(({ ctx }) => readReopening(ctx)),
});

/** The owner's list of marinas and docks, as the order form searches it. */
export const placesRouter = router({
  /** The places that match what a visitor has typed, the best first. */
  search: anyPage
    .input(placeSearchSchema)
    .use(limited('placeSearch'))
    .query(({ ctx, input }) => searchPlaces(ctx, input)),

  /** The place where a visitor is, or null if none is near. */
  near: anyPage
    .input(nearPlaceSchema)
    .use(limited('placeSearch'))
    .query(({ ctx, input }) => findNearPlace(ctx, input)),

  /** The settings of the map on which a visitor sets a pin. There's no map without tiles. */
  map: anyPage.query(({ ctx }) => readDockMap(ctx)),

  /** Whether an address is outside the service area, and what happens to an order there. */
  area: anyPage
    .input(placeAreaSchema)
    .use(limited('placeSearch'))
    .query(({ ctx, input }) => readAreaNotice(ctx, input)),
});

export const pricingRouter = router({
  current: anyPage.query(({ ctx }) => readPrices(ctx)),
});

export const supportRouter = router({
  /** Our contact details, and the common questions. */
  info: anyPage.query(({ ctx }) => readSupport(ctx)),

  /** The company's name, address, waters, hours, and phone. */
  company: anyPage.query(({ ctx }) => readCompany(ctx)),

  /** The terms or the privacy notice: the current version, or an earlier one. */
  legalText: anyPage.input(legalTextSchema).query(({ ctx, input }) => readLegalText(ctx, input)),
});

export const weatherRouter = router({
  /** The forecast for today and the next 4 days, as last fetched. */
  forecast: anyPage.query(({ ctx }) => readWeather(ctx)),
});
