import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { WEATHER_CONDITIONS } from '@/domain/weather';
import type { AppRouter } from '@/server/trpc';
import {
  date,
  described,
  dollars,
  inDollars,
  isoInstant,
  named,
  orNull,
} from '../described.schema';

type Outputs = inferRouterOutputs<AppRouter>;

/** One day of the forecast. */
export const weatherDay = named(
  'WeatherDay',
  z.object({
    date,
    condition: z.enum(WEATHER_CONDITIONS),
    temperature: described(z.number(), 'The temperature in °F. For today, it’s the current one.'),
    highTemp: z.number(),
    lowTemp: z.number(),
  }),
  'One day of the forecast, in °F.',
);

/** Market prices of both fuels. */
export const fuelPrices = named(
  'FuelPrices',
  z.object({ regular: dollars, premium: dollars, updatedAt: z.nullable(isoInstant) }),
  'Market prices in dollars per gallon, without our service charge per gallon.',
);

/** Converts market prices to dollars per gallon, without the service charge. */
export function toFuelPrices({ market, updatedAt }: Outputs['pricing']['current']) {
  return {
    regular: inDollars(market.regularCents),
    premium: inDollars(market.premiumCents),
    updatedAt: orNull(updatedAt, (at) => new Date(at).toISOString()),
  };
}

/** Support texts. The API's questions and answers are JSON text. */
export const support = named(
  'Support',
  z.object({
    email: z.string(),
    phone: z.string(),
    businessHours: z.string(),
    serviceArea: z.string(),
    emergencyInfo: z.string(),
    faqItems: described(z.string(), 'JSON text with a list of {question, answer}.', {
      contentMediaType: 'application/json',
    }),
  }),
);

/** Converts the support texts, with the questions and answers as JSON text. */
export function toSupport(view: Outputs['support']['info']) {
  return {
    email: view.email,
    phone: view.phone,
    businessHours: view.businessHours,
    serviceArea: view.serviceArea,
    emergencyInfo: view.emergencyInfo,
    faqItems: JSON.stringify(view.faqItems),
  };
}
