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

/** A day of the forecast (customer section 3). */
export const weatherDay = named(
  'WeatherDay',
  z.object({
    date,
    condition: z.enum(WEATHER_CONDITIONS),
    temperature: described(z.number(), 'In °F; for today, the temperature right now.'),
    highTemp: z.number(),
    lowTemp: z.number(),
  }),
  'A day of the forecast, in °F.',
);

/** Market prices, as the fuel card reads them. */
export const fuelPrices = named(
  'FuelPrices',
  z.object({ regular: dollars, premium: dollars, updatedAt: z.nullable(isoInstant) }),
  'Dollars a gallon on the market, before the service of $1 a gallon.',
);

/** The market prices in dollars per gallon, before the dollar that is added. */
export function toFuelPrices({ market, updatedAt }: Outputs['pricing']['current']) {
  return {
    regular: inDollars(market.regularCents),
    premium: inDollars(market.premiumCents),
    updatedAt: orNull(updatedAt, (at) => new Date(at).toISOString()),
  };
}

/** Support texts; outside, the questions and answers are JSON text (staff section 3). */
export const support = named(
  'Support',
  z.object({
    email: z.string(),
    phone: z.string(),
    businessHours: z.string(),
    serviceArea: z.string(),
    emergencyInfo: z.string(),
    faqItems: described(z.string(), 'JSON text: a list of {question, answer}.', {
      contentMediaType: 'application/json',
    }),
  }),
);

/** How support is reached; the questions as the JSON text of the specification. */
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
