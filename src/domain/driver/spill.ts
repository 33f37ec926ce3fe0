import { FUEL_TYPES } from '../pricing/fuel';

/** The spilled substance, as far as a driver can tell. */
export const SPILL_SUBSTANCES = [...FUEL_TYPES, 'Oil'] as const;
export type SpillSubstance = (typeof SPILL_SUBSTANCES)[number];

export const SPILL_AMOUNT_LABELS = {
  cup: 'Less than a cup',
  gallon: 'Up to 1 gallon',
  five: '1 to 5 gallons',
  more: 'More than 5 gallons',
} as const;
export type SpillAmount = keyof typeof SPILL_AMOUNT_LABELS;

export const SPILL_CAUSE_LABELS = {
  unknown: 'Not known yet',
  overfilled: 'Tank overfilled',
  hose: 'Hose or nozzle',
  customer_boat: 'Customer’s tank or fuel line',
  own_boat: 'Our own boat',
} as const;
export type SpillCause = keyof typeof SPILL_CAUSE_LABELS;

export const SPILL_WEATHER_LABELS = {
  calm: 'Calm',
  windy: 'Windy',
  rain: 'Rain',
  storm: 'Storm',
} as const;
export type SpillWeather = keyof typeof SPILL_WEATHER_LABELS;

/**
 * The National Response Center takes the reports of oil on the water that the Clean Water Act
 * requires (33 CFR 153.203).
 */
export const SPILL_HOTLINE = { name: 'National Response Center', phone: '1-800-424-8802' } as const;

/**
 * A call about a spill: who was called, when (ms), who reported it, and the request's ID if it had
 * one.
 */
export type SpillCall = { called: string; at: number; by: string; requestId?: string | undefined };

/** The content of a spill report, without its time, author, and photo. */
export type Spill = {
  place: string;
  position: { latitude: number; longitude: number } | null;
  substance: SpillSubstance;
  amount: SpillAmount;
  cause: SpillCause;
  weather: SpillWeather;
  calls: readonly SpillCall[];
};

/** Formats "Spill at Pier 4: up to 1 gallon of Regular. Cause: tank overfilled. Weather: calm." */
export function spillText(spill: Omit<Spill, 'calls'>): string {
  const inText = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);
  const amount = inText(SPILL_AMOUNT_LABELS[spill.amount]);
  const cause = inText(SPILL_CAUSE_LABELS[spill.cause]);
  const weather = inText(SPILL_WEATHER_LABELS[spill.weather]);
  return `Spill at ${spill.place}: ${amount} of ${spill.substance}. Cause: ${cause}. Weather: ${weather}.`;
}
