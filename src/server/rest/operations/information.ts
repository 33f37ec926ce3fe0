import * as z from 'zod/mini';
import { manualPricesSchema } from '@/domain/pricing/market-prices.schema';
import { supportSettingsSchema } from '@/domain/support';
import { fuelPrices, support, toFuelPrices, toSupport, weatherDay } from '../answers/information';
import { named, shownAs } from '../described.schema';
import { operation } from '../operation';
import { asSent } from '../sent';

const { faqItems } = supportSettingsSchema.shape;
shownAs(
  faqItems,
  z.union([
    z.string(),
    z.array(named('FaqItem', z.object({ question: z.string(), answer: z.string() }))),
    z.null(),
  ]),
);

/** Public information, and how staff change it. */
export const informationOperations = [
  operation({
    method: 'GET',
    path: '/api/weather',
    id: 'getWeather',
    tag: 'Information',
    summary: 'Get the weather for today and the next days',
    procedures: ['weather.forecast'],
    answer: z.array(weatherDay),
    call: async (caller) => (await caller.weather.forecast()).days,
  }),
  operation({
    method: 'GET',
    path: '/api/fuel-prices',
    id: 'getFuelPrices',
    tag: 'Information',
    summary: 'Get the fuel prices',
    procedures: ['pricing.current'],
    answer: fuelPrices,
    call: async (caller) => toFuelPrices(await caller.pricing.current()),
  }),
  operation({
    method: 'POST',
    path: '/api/admin/manual-fuel-prices',
    id: 'setFuelPrices',
    tag: 'Staff',
    summary: 'Set the fuel prices manually',
    procedures: ['admin.setFuelPrices'],
    body: asSent(manualPricesSchema),
    answer: fuelPrices,
    call: async (caller, { body }) => toFuelPrices(await caller.admin.setFuelPrices(body)),
  }),
  operation({
    method: 'GET',
    path: '/api/support',
    id: 'getSupport',
    tag: 'Information',
    summary: 'Get our contact details and common questions',
    procedures: ['support.info'],
    answer: support,
    call: async (caller) => toSupport(await caller.support.info()),
  }),
  operation({
    method: 'PUT',
    path: '/api/support',
    id: 'saveSupport',
    tag: 'Staff',
    summary: 'Change the support settings',
    notes: 'Omitted fields stay unchanged.',
    procedures: ['admin.saveSupport'],
    body: asSent(supportSettingsSchema),
    answer: support,
    call: async (caller, { body }) => toSupport(await caller.admin.saveSupport(body)),
  }),
];
