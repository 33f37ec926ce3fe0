/**
 * The settings that the owner saves at /admin/settings. Each has a default that applies until the
 * owner saves another value. The environment holds only the settings that a process needs to start.
 */
import * as z from 'zod/mini';
import { readSchema } from './edit-conflict';
import { blankIsNull, dollars, inUnits, typedWholeNumber } from './fields';
import { type Cents, cents, formatDollars } from './money';
import { yesOrNo } from './text';
import { formatHour } from './time';

export type BusinessSettings = {
  confirmAboveCents: Cents;
  confirmRefundsAboveCents: Cents;
  serviceRadiusMiles: number;
  /** Full hours in the business's time zone. 24 is midnight. */
  messagesFromHour: number;
  messagesUntilHour: number;
  asksForPhoto: boolean;
  asksForSignature: boolean;
  /** Miles per hour. 0 turns the warning off. */
  windLimitMph: number;
};

/** The defaults that can't be set in the environment. */
export const SETTING_DEFAULTS = {
  serviceRadiusMiles: 15,
  messagesFromHour: 8,
  messagesUntilHour: 21,
  asksForPhoto: false,
  asksForSignature: false,
  windLimitMph: 0,
} as const satisfies Partial<BusinessSettings>;

type SettingFact<Value> = {
  label: string;
  /** Explains the setting to the owner. */
  meaning: string;
  text: (value: Value) => string;
};

/** Every setting's label, explanation, and display format. */
export const SETTING_FACTS: {
  readonly [Name in keyof BusinessSettings]: SettingFact<BusinessSettings[Name]>;
} = {
  confirmAboveCents: {
    label: 'Confirm totals above',
    meaning: 'A delivery that comes to more is charged once a person has confirmed its total.',
    text: formatDollars,
  },
  confirmRefundsAboveCents: {
    label: 'Refund without asking again up to',
    meaning:
      'Refunds and write-offs over this amount (total per appointment) require staff to verify their identity again if they signed in more than 5 minutes ago.',
    text: formatDollars,
  },
  serviceRadiusMiles: {
    label: 'Service radius',
    meaning:
      'Docks farther than this from the center of the service area are out of area. Staff approve those orders one by one.',
    text: (miles) => `${miles} miles`,
  },
  messagesFromHour: {
    label: 'Messages from',
    meaning: 'Messages that can wait are sent from this hour on.',
    text: formatHour,
  },
  messagesUntilHour: {
    label: 'Messages until',
    meaning: 'From this hour on they wait for the next morning.',
    text: formatHour,
  },
  asksForPhoto: {
    label: 'A photo of each delivery',
    meaning:
      'Drivers must add a photo to complete a delivery. A delivery that arrives without one is still recorded and goes to Needs attention.',
    text: yesOrNo,
  },
  asksForSignature: {
    label: 'A signature for each delivery',
    meaning:
      'A driver completes a delivery only with a signature, or with a photo that no one was aboard. One without it is recorded, and staff look at it.',
    text: yesOrNo,
  },
  windLimitMph: {
    label: 'Warn of wind above',
    meaning:
      'Show staff and drivers a warning for any time window with stronger forecast wind. Nothing is cancelled automatically. Enter 0 to turn warnings off.',
    text: (mph) => (mph === 0 ? 'no warning' : `${mph} mph`),
  },
};

const WIND = 'Please enter whole miles an hour from 0 to 100.';
const AMOUNT = 'Please enter dollars and cents from 0 to 100,000, such as 600.';
const MOST = cents(100_000_00);
const RADIUS = 'Please enter whole miles from 1 to 500.';
const HOUR = 'Please choose an hour.';
const YES_OR_NO = 'Please say yes or no.';

export const HOURS_MESSAGE = 'Messages must end later than they begin.';

const amount = () => z.optional(blankIsNull(dollars(AMOUNT, { most: MOST })));
const hour = (least: number, most: number) =>
  z.optional(blankIsNull(typedWholeNumber(least, most, HOUR)));

/**
 * Validates a change to the settings. An omitted setting is unchanged, and a blank one returns to
 * its default.
 */
export const businessSettingsSchema = inUnits(
  z.object({
    confirmAbove: amount(),
    confirmRefundsAbove: amount(),
    serviceRadiusMiles: z.optional(blankIsNull(typedWholeNumber(1, 500, RADIUS))),
    messagesFromHour: hour(0, 23),
    messagesUntilHour: hour(1, 24),
    asksForPhoto: z.optional(z.nullable(z.boolean(YES_OR_NO))),
    asksForSignature: z.optional(z.nullable(z.boolean(YES_OR_NO))),
    windLimitMph: z.optional(blankIsNull(typedWholeNumber(0, 100, WIND))),
    read: readSchema,
  }),
);
export type BusinessSettingsInput = z.output<typeof businessSettingsSchema>;

/** Returns the current settings: each saved value, or its default if none is saved. */
export function settingsThatHold(
  saved: { readonly [Name in keyof BusinessSettings]?: BusinessSettings[Name] | null },
  defaults: BusinessSettings,
): BusinessSettings {
  const current = Object.keys(defaults).map((name) => {
    const key = name as keyof BusinessSettings;
    return [key, saved[key] ?? defaults[key]];
  });
  return Object.fromEntries(current);
}
