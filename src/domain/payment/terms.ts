import { agreementText, type ShownTexts, type StandardText } from '../legal/legal-texts';
import { type Cents, formatDollars } from '../money';
import { totalText } from '../pricing/total-text';

/** The terms that a customer agreed to, and when (ms). */
export type AgreedTerms = {
  bookedAt: number;
  /** Null if no card was saved. */
  cardSavedAt: number | null;
  sentences: readonly string[];
  /** The standard texts that the sentences name, as they were shown. */
  standardTexts: readonly StandardText[];
};

/** The sentence next to the card choice: "After delivery, we'll charge your card about $88.00…" */
export function dueLaterText(estimateCents: Cents, fillUp = false): string {
  return `After delivery, we’ll charge your card ${totalText({ fillUp }, estimateCents)}, for what we actually deliver.`;
}

/** The facts that the consent text states when a customer chooses a card for a delivery. */
export type Consent = {
  operator: string;
  /** The owner's own sentences about cancelling, if there are any. */
  cancellation?: string;
  /** The appointment's total now. */
  estimateCents: Cents;
  /** The most that's charged before a person checks the figures. */
  mostCents: Cents;
  /** True if the estimate is the largest total that we expect. */
  fillUp?: boolean;
  versions: ShownTexts;
};

/** The sentences at the button that chooses a card: who charges it, how much, and how to cancel. */
export function consentText({
  operator,
  cancellation = '',
  estimateCents,
  mostCents,
  fillUp = false,
}: Omit<Consent, 'versions'>): string {
  const total = totalText({ fillUp }, estimateCents);
  const most = formatDollars(mostCents);
  let more = '';
  if (mostCents > estimateCents) {
    more = fillUp
      ? `, or up to ${most} if your tank takes more`
      : `. A person checks any total over ${most} before we charge it`;
  }
  return `You allow ${operator} to charge this card after delivery for what we deliver: ${total}${more}. You can cancel for free until your driver is on the way. ${cancellation}`.trim();
}

/**
 * The sentences on the screen that chooses a card. They're stored with the appointment, so rewording
 * them doesn't change the evidence for earlier deliveries.
 */
export function cardTerms(consent: Consent): string[] {
  return [
    'Amount due now: $0.00',
    dueLaterText(consent.estimateCents, consent.fillUp),
    consentText(consent),
    agreementText(consent.versions),
  ];
}

/** The sentence at the button that adds a card to an account without a delivery. */
export const addedCardConsentText = (operator: string) =>
  `You allow ${operator} to keep this card. We only charge it after deliveries that you choose it for, and after recurring deliveries if it’s your default card. You can remove it when no delivery needs it.`;

/** The sentences that are stored with a card that's added to an account. */
export const addedCardTerms = ({ operator, versions }: Pick<Consent, 'operator' | 'versions'>) => [
  'Amount due now: $0.00',
  addedCardConsentText(operator),
  agreementText(versions),
];

type RecurringConsent = Pick<Consent, 'operator' | 'cancellation'> & {
  /** True for a house account. The consent also covers the time after it. */
  isByInvoice?: boolean;
};

/** The sentences in the dialog that sets up a recurring delivery. */
export const recurringConsentText = ({
  operator,
  cancellation = '',
  isByInvoice = false,
}: RecurringConsent) =>
  `You allow ${operator} to book each delivery automatically and to ${isByInvoice ? 'bill it by invoice, or to charge your default card after it once your house account has ended,' : 'charge your default card after it,'} for what we deliver at that day’s price. You can pause or end this at any time. You can cancel each delivery for free until its driver is on the way. ${cancellation}`.trim();

/** The sentences that are stored with a recurring delivery, and with each appointment it books. */
export const recurringTerms = (consent: RecurringConsent & Pick<Consent, 'versions'>) => [
  recurringConsentText(consent),
  agreementText(consent.versions),
];

/**
 * The sentences next to recurring deliveries from the time before we stored them. They're evidence,
 * so never edit them.
 */
export const FIRST_RECURRING_TERMS = [
  'We book each delivery automatically when its date opens: the first available window, your profile address, default boat, and default card. We’ll email you, and you can change or cancel it like any other.',
];

/**
 * The sentences that the screen showed before we stored them. They're evidence, so never edit them.
 *
 * @param estimateCents the total as it was booked, or null if it's unknown
 */
export function firstCardTerms(estimateCents: Cents | null): string[] {
  return [
    'Amount due now: $0.00',
    estimateCents === null
      ? 'The card is charged after the delivery, for what was really delivered'
      : `About ${formatDollars(estimateCents)} after the delivery, for what you get`,
  ];
}
