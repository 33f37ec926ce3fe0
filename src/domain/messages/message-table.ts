/**
 * The table of the messages to customers about their deliveries: each event with its texts and the
 * start of its email. The owner can replace each wording. A wording has placeholders such as
 * {window}, and the first one whose placeholders all have values is used.
 *
 * Anyone can enter someone else's phone number, so a text never repeats what a customer typed: no
 * names, no docks, no notes.
 */

/** The start of an email. The facts, the charge, and the link follow. */
type EmailWording = { subjects: readonly string[]; introductions: readonly string[] | null };

type Wording = {
  /** Names the event in Settings → Messages. */
  label: string;
  /** The words before a text's link, longest first. The first one that fits is sent. */
  texts: readonly string[];
  email: EmailWording;
};

/** An email with one subject and one introduction. */
const email = (subject: string, introduction: string | null): EmailWording => ({
  subjects: [subject],
  introductions: introduction === null ? null : [introduction],
});

const wordings = <Name extends string>(table: Record<Name, Wording>) => table;

export const MESSAGE_TABLE = wordings({
  booked: {
    label: 'Booked',
    texts: [
      'Your delivery is booked for {window}. We’ll text you when it’s confirmed.',
      'Delivery booked for {window}.',
      'Booked for {window}.',
    ],
    email: email(
      'Delivery booked for {window}',
      'Your delivery is booked. We’ll email you when it’s confirmed.',
    ),
  },
  'booked-for-you': {
    label: 'Booked by Staff',
    texts: [
      'As you asked, we booked a delivery for {window}. Add your card:',
      'Delivery booked for {day}. Add your card:',
      'Booked for {day}. Add your card:',
    ],
    email: email(
      'Delivery booked for {day}: add your card',
      'As you asked, we booked a delivery for you.',
    ),
  },
  confirmed: {
    label: 'Confirmed',
    texts: [
      'Your delivery is confirmed for {window}. We’ll text you when your driver is on the way.',
      'Your delivery is confirmed for {window}.',
      'Confirmed for {window}.',
    ],
    email: email(
      'Delivery confirmed for {window}',
      'Your delivery is confirmed. We’ll email you when your driver is on the way.',
    ),
  },
  reminder: {
    label: 'Reminder on the Evening Before',
    texts: [
      'We’re delivering {window}. {prepare} Is your gate code still right? To change or cancel:',
      'We’re delivering {window}. {prepare} To change or cancel:',
      'Delivery {window}. {prepare} Change or cancel:',
      'Delivery {window}. Change or cancel:',
      'Delivery {day}. Change or cancel:',
    ],
    email: email('Reminder: delivery {window}', 'Your delivery is coming up.'),
  },
  'reminder-card': {
    label: 'Reminder With a Card Request',
    texts: [
      'We’re delivering {window}, but we need a card that works. {prepare} Add a card:',
      'We’re delivering {window}, but we need a card that works. Add a card:',
      'Delivery {window}. We need a card. Add a card:',
      'Delivery {window}. Add a card:',
      'Delivery {day}. Add a card:',
    ],
    email: email(
      'Add a card for your delivery on {day}',
      'Your delivery is coming up, and we need a card that works.',
    ),
  },
  rescheduled: {
    label: 'Moved to Another Window',
    texts: [
      'We moved your delivery to {window}. If this doesn’t work for you, call us.',
      'We moved your delivery to {window}.',
      'Moved to {window}.',
    ],
    email: email(
      'Delivery moved: {window}',
      'We moved your delivery. It was planned for {earlier}.',
    ),
  },
  relocated: {
    label: 'Moved to Another Location',
    texts: [
      'We moved your delivery to another location. It’s still {window}.',
      'New location, still {window}.',
    ],
    email: email(
      'Delivery moved: {window}',
      'We moved your delivery to another location. The window hasn’t changed.',
    ),
  },
  'order-changed': {
    label: 'Order Changed by Staff',
    texts: [
      'We changed your order for {window}. Check it here:',
      'We changed your order for {day}. Check it here:',
      'Order for {day} changed:',
    ],
    email: email('Your order for {day} was changed', 'We changed your order. Here it is now:'),
  },
  cancelled: {
    label: 'Cancelled by Staff',
    texts: [
      'We had to cancel your delivery on {window}. You weren’t charged.',
      'We cancelled your {day} delivery. No charge.',
      'Your {day} delivery is cancelled.',
    ],
    email: email(
      'Delivery cancelled: {window}',
      'We had to cancel your delivery. You weren’t charged.',
    ),
  },
  'en-route': {
    label: 'Driver on the Way',
    texts: [
      '{driver} is on the way, arriving about {arrival}. Follow here:',
      '{driver} is on the way, arriving about {arrival}.',
      'Your driver is on the way, arriving about {arrival}.',
      '{driver} is on the way. Follow here:',
      '{driver} is on the way.',
      'Your driver is on the way.',
    ],
    email: {
      subjects: ['{driver} is on the way', 'Your driver is on the way'],
      introductions: [
        '{driver} is on the way to {place}.\nExpect them about {arrival}.',
        '{driver} is on the way to {place}.',
        'Your driver is on the way to {place}.\nExpect them about {arrival}.',
        'Your driver is on the way to {place}.',
      ],
    },
  },
  'turned-back': {
    label: 'Driver Not on the Way Yet',
    texts: [
      'Our last text was too early. Your driver isn’t on the way yet. We’ll text you when they are.',
      'Correction: your driver isn’t on the way yet.',
    ],
    email: email(
      'Your driver isn’t on the way yet',
      'Our last email was too early. Your driver isn’t on the way yet.\nWe’ll email you again when your driver is on the way.',
    ),
  },
  'not-delivered': {
    label: 'Not Delivered',
    texts: [
      'We couldn’t make your delivery on {day}. You weren’t charged. Book again or call us.',
      'We couldn’t deliver on {day}. No charge.',
    ],
    email: email('We couldn’t make your delivery on {day}', '{reason} You weren’t charged.'),
  },
  'back-later': {
    label: 'Not Delivered, Back Later',
    texts: [
      'We couldn’t make your delivery. We’ll come back later today. You weren’t charged.',
      'We’ll try your delivery again today.',
    ],
    email: email('We’ll try your delivery again today', '{reason} You weren’t charged.'),
  },
  completed: {
    label: 'Delivered',
    texts: [
      'We delivered {delivered}. Total {total}. Receipt:',
      'Delivered {delivered}. Total {total}.',
      'Delivery on {day} complete. Total {total}.',
      'Delivered. Total {total}. Receipt:',
      'We delivered {delivered}. Receipt:',
      'Delivered {delivered}.',
      'Delivery on {day} complete.',
      'Delivered. Receipt:',
    ],
    email: email('Your delivery on {day} is complete', null),
  },
  'completed-owed': {
    label: 'Delivered, Balance Due',
    texts: [
      'We delivered {delivered}. You owe {owed}. Pay here:',
      'Delivered. You owe {owed}. Pay here:',
    ],
    email: email('Your delivery on {day} is complete', null),
  },
  corrected: {
    label: 'Delivery Corrected',
    texts: [
      'We corrected your delivery on {day}. Total {total}. Receipt:',
      'Delivery corrected. Total {total}.',
      'We corrected your delivery on {day}. Receipt:',
      'Delivery corrected.',
    ],
    email: email('Your delivery on {day} was corrected', null),
  },
  'corrected-owed': {
    label: 'Delivery Corrected, Balance Due',
    texts: [
      'We corrected your delivery on {day}. Total {total}. You owe {owed}. Pay here:',
      'We corrected your delivery on {day}. You owe {owed}. Pay here:',
      'Delivery corrected. You owe {owed}. Pay:',
    ],
    email: email('Your delivery on {day} was corrected', null),
  },
  'balance-due': {
    label: 'Card Declined',
    texts: [
      'We couldn’t charge your card for your delivery on {day}. You owe {owed}. Pay here:',
      'We couldn’t charge your card. You owe {owed}. Pay here:',
      'Card not charged. You owe {owed}:',
    ],
    email: email(
      'Payment needed for your delivery on {day}',
      'We couldn’t charge your card for {delivery}.',
    ),
  },
  'pay-link': {
    label: 'Payment Link',
    texts: ['You owe {owed} for your delivery on {day}. Pay here:', 'You owe {owed}. Pay here:'],
    email: email(
      'Payment link for your delivery on {day}',
      'Here’s the payment link for {delivery}.',
    ),
  },
  'add-card': {
    label: 'Card Requested',
    texts: [
      'Add a card for your delivery on {day}. You won’t be charged until after the delivery.',
      'Add a card for {day}:',
    ],
    email: email('Add a card for your delivery on {day}', null),
  },
  'card-gone': {
    label: 'Card Can’t Be Used Anymore',
    texts: [
      'We can’t use the card saved for your delivery on {day} anymore. Add another one here:',
      'Add another card for {day}:',
    ],
    email: email(
      'Add another card for your delivery on {day}',
      'The {card} that you saved for this delivery can’t be charged anymore. You haven’t been charged, and your window is still booked.',
    ),
  },
  'balance-received': {
    label: 'Balance Paid',
    texts: [
      'We received {amount} for your delivery on {day}. It’s paid in full. Thank you.',
      'We received {amount}. Thank you.',
    ],
    email: {
      subjects: ['Payment received for your delivery on {day}'],
      introductions: [
        'We received {amount} from your {card} for {delivery}.',
        'We received {amount} for {delivery}.',
      ],
    },
  },
  'paid-cash': {
    label: 'Cash Received',
    texts: [
      'We received {amount} in cash for your delivery on {day}. Thank you.',
      'We received {amount} in cash.',
    ],
    email: email(
      'Payment received for your delivery on {day}',
      'We received {amount} in cash for {delivery}.',
    ),
  },
  'paid-cash-owed': {
    label: 'Partially Paid in Cash',
    texts: [
      'We received {amount} in cash. You still owe {owed}. Pay here:',
      'You still owe {owed}. Pay here:',
    ],
    email: email(
      'Payment received for your delivery on {day}',
      'We received {amount} in cash for {delivery}.',
    ),
  },
  refund: {
    label: 'Refund to the Card',
    texts: [
      'We refunded {amount} to your card for your delivery on {day}.',
      'We refunded {amount} to your card.',
    ],
    email: email(
      'Refund for your delivery on {day}',
      'We refunded {amount} to your card for {delivery}.\nYour bank may take a few days to show it.',
    ),
  },
  'refund-cash': {
    label: 'Refund in Cash',
    texts: [
      'We refunded {amount} in cash for your delivery on {day}.',
      'We refunded {amount} in cash.',
    ],
    email: email(
      'Refund for your delivery on {day}',
      'We refunded {amount} in cash for {delivery}.',
    ),
  },
  'refund-check': {
    label: 'Refund by Check',
    texts: [
      'We refunded {amount} by check for your delivery on {day}.',
      'We refunded {amount} by check.',
    ],
    email: email(
      'Refund for your delivery on {day}',
      'We refunded {amount} by check for {delivery}.',
    ),
  },
  'refund-transfer': {
    label: 'Refund by Bank Transfer',
    texts: [
      'We refunded {amount} by bank transfer for your delivery on {day}.',
      'We refunded {amount} by bank transfer.',
    ],
    email: email(
      'Refund for your delivery on {day}',
      'We refunded {amount} by bank transfer for {delivery}.',
    ),
  },
  'refund-failed': {
    label: 'Refund Failed',
    texts: [
      'Your bank didn’t accept our {amount} refund. We’ll find another way to refund you. You can also call us.',
      'Your {amount} refund failed. Call us.',
    ],
    email: email(
      'Refund failed for your delivery on {day}',
      'Your bank didn’t accept the {amount} refund for {delivery}.',
    ),
  },
  'link-replaced': {
    label: 'Delivery Link Replaced',
    texts: [
      'The old link for your delivery on {day} doesn’t work anymore. Here’s the new one:',
      'Your new delivery link for {day}:',
    ],
    email: email(
      'Your delivery link for {day} was replaced',
      'The old link to your delivery no longer works. Use the new one below.',
    ),
  },
  'waitlist-confirm': {
    label: 'Waiting List, Confirmation',
    texts: [
      'Confirm that you want to be on our waiting list for {day}. If you didn’t ask, ignore this:',
      'Confirm your place on our waiting list for {day}:',
      'Join the waiting list for {day}:',
    ],
    email: email(
      'Confirm your place on the waiting list for {day}',
      'Someone asked us to put you on the waiting list. If it was you, confirm it within 24 hours.',
    ),
  },
  'waitlist-offer': {
    label: 'Waiting List, Spot Open',
    texts: [
      'A spot opened for {window}. It’s yours if you take it within 20 minutes:',
      'Spot open {window}. Take it within 20 minutes:',
      'Spot open {day}, for 20 minutes:',
    ],
    email: email('A spot opened for {window}', 'A spot opened for you on {day}.'),
  },
  'waitlist-missed': {
    label: 'Waiting List, Offer Missed',
    texts: [
      'The spot on {day} went to the next person in line. To stay on the waiting list:',
      'Spot missed, {day}. Stay in line:',
    ],
    email: email(
      'You missed a spot on {day}',
      'Your 20 minutes are up, so the spot on {day} went to the next person in line.',
    ),
  },
  'waitlist-ended': {
    label: 'Waiting List Ended',
    texts: [
      'No spot opened for you on {day}. You’re no longer on the waiting list. See other days:',
      'No spot for {day}. Other days:',
    ],
    email: email(
      'No spot opened on {day}',
      'No spot opened for you on {day}. You’re no longer on the waiting list.',
    ),
  },
  'waitlist-removed': {
    label: 'Removed From the Waiting List',
    texts: [
      'We took you off the waiting list for {day}. You can call us about it:',
      'Off the waiting list for {day}:',
    ],
    email: email(
      'You’re off the waiting list for {day}',
      'We took you off the waiting list for {day}.',
    ),
  },
});

export type WordingName = keyof typeof MESSAGE_TABLE;
export const WORDING_NAMES = Object.keys(MESSAGE_TABLE) as WordingName[];
export const MESSAGE_CHANNELS = ['text', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** The values of placeholders. One without a value is missing. */
export type Values = Readonly<Record<string, string | null | undefined>>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Returns the names of a wording's placeholders. */
export const placeholdersIn = (words: string): string[] => [
  ...new Set([...words.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

/** Fills in a wording. Null if a placeholder has no value. */
export function filled(words: string, values: Values): string | null {
  if (placeholdersIn(words).some((name) => !values[name])) return null;
  return words.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '');
}

/** Fills in the first wording whose placeholders all have values. */
export function firstFilled(all: readonly string[], values: Values): string {
  for (const words of all) {
    const text = filled(words, values);
    if (text !== null) return text;
  }
  throw new Error(`no wording fits: ${all[0]}`);
}
