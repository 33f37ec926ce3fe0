/** The terms of service and the privacy notice: the owner's own text, or a default. */
import * as z from 'zod/mini';
import type { Company } from '../company';
import { readSchema } from '../edit-conflict';
import { longText } from '../fields';

export const LEGAL_KINDS = ['terms', 'privacy'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** The titles of the pages. */
export const LEGAL_TITLES = { terms: 'Terms of Service', privacy: 'Privacy Notice' } as const;
export const LEGAL_PATHS = { terms: '/terms', privacy: '/privacy' } as const;

/** Enough for about ten printed pages. */
export const MAX_LEGAL_TEXT = 30_000;

const kind = z.enum(LEGAL_KINDS, 'Please select the terms or the privacy notice.');
const MOST_VERSIONS = 1_000_000;

/** A page to read. Without a version, it's the current one. */
export const legalTextSchema = z.object({
  kind,
  version: z.optional(
    z
      .number('Please send a version number.')
      .check(z.int('Please send a version number.'), z.minimum(0), z.maximum(MOST_VERSIONS)),
  ),
});

/** A new version. A blank text returns to the default. */
export const newLegalTextSchema = z.object({
  kind,
  text: longText(MAX_LEGAL_TEXT),
  read: readSchema,
});
export type NewLegalText = z.output<typeof newLegalTextSchema>;

type Named = Pick<Company, 'name' | 'address' | 'phone' | 'email' | 'cancellation'>;

/**
 * The texts that a customer saw, by kind: the number of the owner's version, or the ID of a stored
 * standard text. 0 means a standard text from the time before we stored them.
 */
export type ShownTexts = Record<LegalKind, number | string>;

/**
 * Returns the parts of the sentence next to a button that names the texts a customer agrees to.
 * @param nameOf returns how to display a text's name
 */
export const agreement = <Part>(nameOf: (kind: LegalKind, name: string) => Part) => [
  'You agree to our ',
  nameOf('terms', 'terms'),
  ' and ',
  nameOf('privacy', 'privacy notice'),
  '.',
];

/** Returns the sentence for the records, which names the versions. */
export const agreementText = (texts: ShownTexts) =>
  agreement((kind, name) => `${name} (${versionText(texts[kind])})`).join('');

function versionText(text: number | string): string {
  if (typeof text === 'string') return `standard version ${text}`;
  return text === 0 ? 'standard version' : `version ${text}`;
}

/** A standard text as customers saw it. Its ID is computed from the text. */
export type StandardText = { id: string; kind: LegalKind; text: string };

/** Returns the IDs of the standard texts that are named in stored sentences. */
export const standardIdsIn = (sentences: readonly string[]) =>
  [...sentences.join(' ').matchAll(/\(standard version (\w+)\)/g)].map(([, id]) => id ?? '');

/** A part of a text: a heading, or a paragraph with its lines. */
export type LegalBlock = { kind: 'heading' | 'paragraph'; text: string };

/** Splits a text at blank lines. A line that starts with `#` is a heading. */
export function legalBlocks(text: string): LegalBlock[] {
  const blocks: LegalBlock[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join('\n') });
    lines = [];
  };
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) end();
    if (line.startsWith('#')) {
      const title = line.replace(/^#+\s*/, '');
      if (title) blocks.push({ kind: 'heading', text: title });
    } else if (line !== '') lines.push(line);
  }
  end();
  return blocks;
}

const reach = ({ phone, email }: Named) => `Call ${phone} or email ${email}.`;
const where = ({ name, address }: Named) => (address ? `${name}, ${address},` : name);

/** Returns the text that applies until the owner saves another one. */
export function defaultLegalText(kind: LegalKind, company: Named): string {
  return kind === 'terms' ? defaultTerms(company) : defaultPrivacy(company);
}

const defaultTerms = (company: Named) => `# Who we are
${where(company)} delivers fuel and ice to boats. In these terms, “we” is ${company.name} and “you” is the person who books. ${reach(company)}

# Booking
When you book, we reserve your time window. Your price per gallon stays the same even if the market price changes later. The totals we show before delivery are estimates. You pay for what we deliver, plus the delivery fee.

# Payment
You save a card when you book. You won’t be charged then. We charge your card once, after the delivery. Before you save it, we show the estimated total and the most we’ll charge without another check. If we correct a delivery later, we email you a new receipt and refund or charge the difference. If a payment fails, you owe the balance, and we send you a link to pay it.

# Changes and cancellation
You can change or cancel a delivery for free until the driver is on the way. We may cancel or move a delivery because of weather, safety, or supply. You aren’t charged for a delivery we don’t make.${company.cancellation && `\n${company.cancellation}`}

# At the dock
Make sure that the driver can reach the boat safely and that the fuel you order is right for it. You don’t have to be there unless we ask for a signature. The driver may refuse to fuel a boat or a container that isn’t safe.

# Recurring deliveries
If you set up a recurring delivery, we book each one automatically and charge your default card after it. You can pause or end it in your account at any time.

# Saved cards
Cards are stored by Stripe, our payment provider. We never see the full number. If you don’t keep a card for next time, we remove it once the delivery is settled.

# Refunds and problems
If something is wrong with a delivery, call us within 30 days. We correct wrong amounts and refund overpayments.

# Changes to these terms
The terms that you agreed to when you booked apply to that delivery. New terms apply to later bookings.`;

const defaultPrivacy = (company: Named) => `# Who is responsible
${where(company)} is responsible for your data. ${reach(company)}

# What we store
We store what you enter: your name, phone number, email address, docks, boats, and orders. We store what happens to your deliveries: times, amounts, photos, signatures, messages, and payments. We store which devices you’re signed in on, with their network addresses.

# Your card
Stripe stores your card. We store its brand, last 4 digits, and expiration date, so that you can recognize it.

# What we use it for
We use your data to deliver, charge you, answer your questions, and keep the records that the law requires. We don’t sell it, and we don’t use it for advertising.

# Who sees it
Our staff see it. The driver of your delivery sees your name, phone number, dock, boat, and order. Stripe gets what a payment needs. If a bank questions a payment, it gets the delivery’s records.

# Cookies
We use cookies only to keep you signed in and to find your deliveries in this browser.

# How long we keep it
We keep your data while you have an account or an open delivery. We keep payment records as long as the law requires.

# Your choices
In your account, you can save all of your data as a file and delete the account. Without an account, call or email us.`;
