/**
 * The settings that the owner changes at /admin/settings. Each has a default, which applies until the
 * owner saves another value. The settings a process needs to start come from the environment.
 */
import * as z from 'zod/mini';
import { emailSchema } from './account/sign-in.schema';
import { DEFAULT_COMPANY_NAME } from './company';
import { readSchema } from './edit-conflict';
import { blankIsNull, clearableText, dollars, gallons, inUnits, typedWholeNumber } from './fields';
import {
  type Cents,
  cents,
  formatDollars,
  formatGallons,
  type GallonTenths,
  gallonTenths,
} from './money';
import { coordinatesIn } from './route/coordinates';
import { AREA_POLICIES, AREA_POLICY_LABELS, type AreaPolicy, zipsIn } from './route/service-area';
import { yesOrNo } from './text';
import { formatHour } from './time';

export type BusinessSettings = {
  confirmAboveCents: Cents;
  confirmRefundsAboveCents: Cents;
  /** Latitude and longitude as text. If empty, the position from the environment applies. */
  serviceCenter: string;
  serviceRadiusMiles: number;
  /** ZIP Codes that are served at any distance, separated by commas. */
  serviceZips: string;
  areaPolicy: AreaPolicy;
  /** A full hour in the business's time zone. 24 is midnight. */
  messagesFromHour: number;
  messagesUntilHour: number;
  /** The full hour at which customers are reminded of the next day's deliveries. */
  eveningHour: number;
  asksForPhoto: boolean;
  asksForSignature: boolean;
  asksForReadings: boolean;
  /** Whether a delivery's page shows its photos to everyone with the link. */
  showsPhotos: boolean;
  /** In miles per hour. 0 turns warnings off. */
  windLimitMph: number;
  /** A larger difference between counted and expected gallons needs a reason. */
  countLimitTenths: GallonTenths;
  /** The operator's name, as customers know it. */
  companyName: string;
  /** Empty until the owner enters it. */
  companyAddress: string;
  /** The lake or the area that we deliver on. */
  waters: string;
  /** The line about permits on receipts. Empty for none. */
  licenseLine: string;
  /** What customers read about cancelling, in addition to the terms. Empty for nothing more. */
  cancellationPolicy: string;
  /** The name that emails come from. Empty for the company's name. */
  senderName: string;
  /** The address that emails come from. Empty for the one from the environment. */
  senderEmail: string;
};

/** The defaults that can't be set in the environment. */
export const SETTING_DEFAULTS = {
  serviceCenter: '',
  serviceRadiusMiles: 15,
  serviceZips: '',
  areaPolicy: 'warn',
  messagesFromHour: 8,
  messagesUntilHour: 21,
  eveningHour: 18,
  asksForPhoto: false,
  asksForSignature: false,
  asksForReadings: false,
  showsPhotos: false,
  windLimitMph: 0,
  countLimitTenths: gallonTenths(20),
  companyName: DEFAULT_COMPANY_NAME,
  companyAddress: '',
  waters: '',
  licenseLine: '',
  cancellationPolicy: '',
  senderName: '',
  senderEmail: '',
} as const satisfies Partial<BusinessSettings>;

const textOrNone = (text: string) => text || 'none';

type SettingFact<Value> = {
  label: string;
  /** The hint below the field. */
  meaning: string;
  text: (value: Value) => string;
};

/** The label, hint, and value text of every setting. */
export const SETTING_FACTS: {
  readonly [Name in keyof BusinessSettings]: SettingFact<BusinessSettings[Name]>;
} = {
  confirmAboveCents: {
    label: 'Confirm Totals Above',
    meaning:
      'If a delivery’s total is over this amount, a person must confirm it before we charge the card.',
    text: formatDollars,
  },
  confirmRefundsAboveCents: {
    label: 'Verify Identity for Refunds Above',
    meaning:
      'Refunds and write-offs over this amount (total per appointment) require staff to verify their identity again if they signed in more than 5 minutes ago.',
    text: formatDollars,
  },
  serviceCenter: {
    label: 'Center',
    meaning:
      'Latitude and longitude of the center of the service area, such as 41.98123, -86.10987.',
    text: (center) => center || 'the position from the server’s settings',
  },
  serviceRadiusMiles: {
    label: 'Service Radius',
    meaning: 'Docks farther than this from the center are outside the service area.',
    text: (miles) => `${miles} miles`,
  },
  serviceZips: {
    label: 'ZIP Codes',
    meaning:
      'Addresses with one of these ZIP Codes are in the area, at any distance. Addresses with another ZIP Code get the warning if their position isn’t known.',
    text: textOrNone,
  },
  areaPolicy: {
    label: 'Orders Outside the Area',
    meaning:
      'This applies before the customer enters a card. We never refuse a place whose position isn’t known.',
    text: (policy) => AREA_POLICY_LABELS[policy],
  },
  messagesFromHour: {
    label: 'Messages From',
    meaning: 'We start sending non-urgent messages at this hour.',
    text: formatHour,
  },
  messagesUntilHour: {
    label: 'Messages Until',
    meaning: 'After this hour, non-urgent messages wait until the next morning.',
    text: formatHour,
  },
  eveningHour: {
    label: 'Evening Reminders At',
    meaning:
      'At this hour, we remind customers of tomorrow’s confirmed deliveries and check their cards without charging them.',
    text: formatHour,
  },
  asksForPhoto: {
    label: 'Require a photo of each delivery',
    meaning:
      'Drivers must add a photo to complete a delivery. A delivery that arrives without one is still recorded and goes to Needs attention.',
    text: yesOrNo,
  },
  asksForSignature: {
    label: 'Require a signature for each delivery',
    meaning:
      'Drivers must add a signature to complete a delivery, or a photo showing that no one was aboard. A delivery that arrives without either is still recorded and goes to Needs attention.',
    text: yesOrNo,
  },
  asksForReadings: {
    label: 'Require meter readings for each fuel delivery',
    meaning:
      'Drivers must enter the meter’s reading before and after the delivery. We calculate the gallons from the readings. The delivery ticket shows both.',
    text: yesOrNo,
  },
  showsPhotos: {
    label: 'Show delivery photos to customers',
    meaning:
      'The delivery’s page shows the photos and the signature to everyone with its link. Photos never contain the place where they were taken.',
    text: yesOrNo,
  },
  windLimitMph: {
    label: 'Warn About Wind Above',
    meaning:
      'Show staff and drivers a warning for any time window with stronger forecast wind. Nothing is cancelled automatically. Enter 0 to turn warnings off.',
    text: (mph) => (mph === 0 ? 'no warnings' : `${mph} mph`),
  },
  countLimitTenths: {
    label: 'Ask for a Reason Above',
    meaning:
      'If a truck’s count is off by more gallons than this, the count needs a reason. Any difference in ice bags needs one too.',
    text: (tenths) => `${formatGallons(tenths)} gallons`,
  },
  companyName: {
    label: 'Company Name',
    meaning:
      'Shown on every page, receipt, email, text message, and calendar, and wherever customers authorize card charges.',
    text: String,
  },
  companyAddress: {
    label: 'Company Address',
    meaning: 'Shown on the home page, on receipts, and in the terms.',
    text: textOrNone,
  },
  waters: {
    label: 'Lake or Area',
    meaning: 'Where you deliver, such as “Magician Lake and Sister Lakes”. Shown on the home page.',
    text: textOrNone,
  },
  licenseLine: {
    label: 'License Line',
    meaning:
      'Your license or permit, such as “Michigan fuel retailer license 12345”. Shown on receipts and at the bottom of customers’ pages.',
    text: textOrNone,
  },
  cancellationPolicy: {
    label: 'Cancellation Policy',
    meaning:
      'One or two sentences, shown where customers book, in booking emails, and in the standard terms. Customers can always cancel for free until their driver is on the way.',
    text: textOrNone,
  },
  senderName: {
    label: 'Sender Name',
    meaning: 'The name that your emails come from.',
    text: (name) => name || 'the company’s name',
  },
  senderEmail: {
    label: 'Sender Email Address',
    meaning:
      'The address that your emails come from. Your email provider must allow it, or your emails won’t arrive. Replies go to your support email.',
    text: (address) => address || 'the address from the server’s settings',
  },
};

const WIND = 'Enter a whole number of miles per hour from 0 to 100.';
const COUNT_LIMIT = 'Enter gallons from 0 to 100, in tenths.';
const AMOUNT = 'Enter an amount from $0 to $100,000, such as 600.';
const MOST = cents(100_000_00);
const CENTER = 'Enter latitude and longitude in degrees, such as 41.98123, -86.10987.';
const ZIPS = 'Enter ZIP Codes with 5 digits, separated by commas.';
const POLICY = 'Select what happens to orders outside the area.';
const RADIUS = 'Enter a whole number of miles from 1 to 500.';
const HOUR = 'Select an hour.';
const YES_OR_NO = 'Select yes or no.';

export const HOURS_MESSAGE = 'Select an end hour for messages that’s later than the start hour.';

export const EVENING_MESSAGE = 'Select an hour for reminders within the message hours.';

const MAX_COMPANY_NAME = 80;
const MAX_LICENSE_LINE = 120;
const MAX_CANCELLATION = 300;
const MAX_SENDER_NAME = 80;
const SENDER_NAME = 'Enter a name, such as Sister Lakes Fuel, not an email address.';

const amount = () => z.optional(blankIsNull(dollars(AMOUNT, { most: MOST })));
const hour = (least: number, most: number) =>
  z.optional(blankIsNull(typedWholeNumber(least, most, HOUR)));

/** A change of the settings. Settings left out stay the same. Blank ones return to their default. */
export const businessSettingsSchema = inUnits(
  z.object({
    confirmAbove: amount(),
    confirmRefundsAbove: amount(),
    serviceCenter: z.optional(
      clearableText(60).check(
        z.refine((typed) => typed === null || coordinatesIn(typed) !== null, CENTER),
      ),
    ),
    serviceZips: z.optional(
      clearableText(500).check(z.refine((typed) => typed === null || zipsIn(typed) !== null, ZIPS)),
    ),
    areaPolicy: z.optional(z.nullable(z.enum(AREA_POLICIES, POLICY))),
    serviceRadiusMiles: z.optional(blankIsNull(typedWholeNumber(1, 500, RADIUS))),
    messagesFromHour: hour(0, 23),
    messagesUntilHour: hour(1, 24),
    eveningHour: hour(0, 23),
    asksForPhoto: z.optional(z.nullable(z.boolean(YES_OR_NO))),
    asksForSignature: z.optional(z.nullable(z.boolean(YES_OR_NO))),
    asksForReadings: z.optional(z.nullable(z.boolean(YES_OR_NO))),
    showsPhotos: z.optional(z.nullable(z.boolean(YES_OR_NO))),
    windLimitMph: z.optional(blankIsNull(typedWholeNumber(0, 100, WIND))),
    countLimit: z.optional(blankIsNull(gallons(COUNT_LIMIT, { most: gallonTenths(1_000) }))),
    companyName: z.optional(clearableText(MAX_COMPANY_NAME)),
    companyAddress: z.optional(clearableText(200)),
    waters: z.optional(clearableText(120)),
    licenseLine: z.optional(clearableText(MAX_LICENSE_LINE)),
    cancellationPolicy: z.optional(clearableText(MAX_CANCELLATION)),
    senderName: z.optional(
      clearableText(MAX_SENDER_NAME).check(z.refine(isSenderName, SENDER_NAME)),
    ),
    senderEmail: z.optional(blankIsNull(emailSchema())),
    read: readSchema,
  }),
);
export type BusinessSettingsInput = z.output<typeof businessSettingsSchema>;

/**
 * True for a name that can't pass for another address, because email programs show the name and
 * often hide the address.
 */
function isSenderName(name: string | null): boolean {
  return name === null || !/[@\uFF20\uFE6B<>]/u.test(name);
}

/** The sender of an email. Omitted fields come from the environment. */
export type MailSender = { name?: string; address?: string };

/**
 * Returns the sender of our emails. A company name that the owner saved replaces the environment's
 * name, too.
 */
export function mailSender({ companyName, senderName, senderEmail }: BusinessSettings): MailSender {
  const isNamed = companyName !== SETTING_DEFAULTS.companyName;
  const name = senderName || (isNamed ? companyName.replace(/[@\uFF20\uFE6B<>]/gu, ' ') : '');
  return { ...(name && { name }), ...(senderEmail && { address: senderEmail }) };
}

/** @returns the settings in effect: the saved value of each, or else its default */
export function settingsThatHold(
  saved: { readonly [Name in keyof BusinessSettings]?: BusinessSettings[Name] | null },
  defaults: BusinessSettings,
): BusinessSettings {
  const entries = Object.keys(defaults).map((name) => {
    const key = name as keyof BusinessSettings;
    return [key, saved[key] ?? defaults[key]];
  });
  return Object.fromEntries(entries);
}
