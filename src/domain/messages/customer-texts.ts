/**
 * The text messages that customers get, by event. Anyone can enter someone else's phone number, so a
 * text never repeats what a customer typed: no names, no docks, no notes.
 */
import { type Cents, formatDollars, formatGallons, type GallonTenths, NO_CENTS } from '../money';
import { gsmLength, TEXT_LENGTH, toGsm } from './gsm';

/** The facts about a delivery that a text can contain. */
export type TextedDelivery = {
  /** "Sat, Jun 13" */
  day: string;
  /** "Sat, Jun 13, 10:00 AM - 12:00 PM" */
  window: string;
  /** The total, or null if nothing is charged, as in a test order. */
  totalCents: Cents | null;
  owedCents: Cents;
};

/**
 * When a text may be sent. `now`: at any hour, because it's about the delivery at this moment.
 * `answer`: at any hour, but only within a few minutes of the person's action. `day`: only during
 * the message hours.
 */
type Timing = 'now' | 'answer' | 'day';

type EventText<Facts> = {
  timing: Timing;
  /** True if strangers can cause this text, so it counts toward the number's limit. */
  byStrangers?: true;
  /** The page that the link opens. `payment` opens the payment form. */
  opens: (facts: Facts & TextedDelivery) => 'delivery' | 'payment';
  /** The words before the link, longest first. The first version that fits is sent. */
  words: (facts: Facts & TextedDelivery) => readonly string[];
};

const delivery = () => 'delivery' as const;
const payment = () => 'payment' as const;
const payIfOwed = ({ owedCents }: TextedDelivery) =>
  owedCents > NO_CENTS ? ('payment' as const) : ('delivery' as const);

const event = <Facts = unknown>(text: EventText<Facts>): EventText<Facts> => text;

/** The fuel and ice of a finished delivery. */
type Delivered = { gallonsTenths: GallonTenths; bags: number };

function deliveredText({ gallonsTenths, bags }: Delivered): string {
  const fuel = gallonsTenths > 0 ? [`${formatGallons(gallonsTenths)} gal`] : [];
  const ice = bags > 0 ? [`${bags} ice ${bags === 1 ? 'bag' : 'bags'}`] : [];
  return [...fuel, ...ice].join(', ');
}

/** The text of every event. Events without one are only emailed. */
export const CUSTOMER_TEXTS = {
  booked: event({
    timing: 'answer',
    byStrangers: true,
    opens: delivery,
    words: ({ window }) => [
      `Your delivery is booked for ${window}. We’ll text you when it’s confirmed.`,
      `Delivery booked for ${window}.`,
      `Booked for ${window}.`,
    ],
  }),
  'booked-for-you': event({
    timing: 'answer',
    opens: payment,
    words: ({ window, day }) => [
      `As you asked, we booked a delivery for ${window}. Add your card:`,
      `Delivery booked for ${day}. Add your card:`,
      `Booked for ${day}. Add your card:`,
    ],
  }),
  confirmed: event({
    timing: 'day',
    opens: delivery,
    words: ({ window }) => [
      `Your delivery is confirmed for ${window}. We’ll text you when your driver is on the way.`,
      `Your delivery is confirmed for ${window}.`,
      `Confirmed for ${window}.`,
    ],
  }),
  rescheduled: event<{ isNewWindow: boolean }>({
    timing: 'day',
    opens: delivery,
    words: ({ window, isNewWindow }) =>
      isNewWindow
        ? [
            `We moved your delivery to ${window}. If this doesn’t work for you, call us.`,
            `We moved your delivery to ${window}.`,
            `Moved to ${window}.`,
          ]
        : [
            `We moved your delivery to another location. It’s still ${window}.`,
            `New location, still ${window}.`,
          ],
  }),
  'order-changed': event({
    timing: 'day',
    opens: delivery,
    words: ({ window, day }) => [
      `We changed your order for ${window}. Check it here:`,
      `We changed your order for ${day}. Check it here:`,
      `Order for ${day} changed:`,
    ],
  }),
  cancelled: event({
    timing: 'day',
    opens: delivery,
    words: ({ window, day }) => [
      `We had to cancel your delivery on ${window}. You weren’t charged.`,
      `We cancelled your ${day} delivery. No charge.`,
      `Your ${day} delivery is cancelled.`,
    ],
  }),
  'en-route': event<{ driverName: string | null; arrival: string | null }>({
    timing: 'now',
    opens: delivery,
    words: ({ driverName, arrival }) => {
      const when = arrival === null ? '' : `, arriving about ${arrival}`;
      const name = driverName && toGsm(driverName).trim();
      return [
        ...(name
          ? [`${name} is on the way${when}. Follow here:`, `${name} is on the way${when}.`]
          : []),
        `Your driver is on the way${when}.`,
      ];
    },
  }),
  'turned-back': event({
    timing: 'now',
    opens: delivery,
    words: () => [
      'Our last text was too early. Your driver isn’t on the way yet. We’ll text you when they are.',
      'Correction: your driver isn’t on the way yet.',
    ],
  }),
  'not-delivered': event<{ tryAgain: boolean }>({
    timing: 'now',
    opens: delivery,
    words: ({ day, tryAgain }) =>
      tryAgain
        ? [
            'We couldn’t make your delivery. We’ll come back later today. You weren’t charged.',
            'We’ll try your delivery again today.',
          ]
        : [
            `We couldn’t make your delivery on ${day}. You weren’t charged. Book again or call us.`,
            `We couldn’t deliver on ${day}. No charge.`,
          ],
  }),
  completed: event<Delivered>({
    timing: 'now',
    opens: payIfOwed,
    words: (facts) => {
      const { totalCents, owedCents, day } = facts;
      const what = deliveredText(facts);
      const total = totalCents === null ? '' : ` Total ${formatDollars(totalCents)}.`;
      if (owedCents > NO_CENTS) {
        const owed = formatDollars(owedCents);
        return [
          ...(what ? [`We delivered ${what}. You owe ${owed}. Pay here:`] : []),
          `Delivered. You owe ${owed}. Pay here:`,
        ];
      }
      return [
        ...(what ? [`We delivered ${what}.${total} Receipt:`, `Delivered ${what}.${total}`] : []),
        `Delivery on ${day} complete.${total}`,
        `Delivered.${total} Receipt:`,
      ];
    },
  }),
  corrected: event({
    timing: 'day',
    opens: payIfOwed,
    words: ({ day, totalCents, owedCents }) => {
      const total = totalCents === null ? '' : ` Total ${formatDollars(totalCents)}.`;
      if (owedCents > NO_CENTS) {
        const owed = `You owe ${formatDollars(owedCents)}.`;
        return [
          `We corrected your delivery on ${day}.${total} ${owed} Pay here:`,
          `Delivery corrected. ${owed} Pay:`,
        ];
      }
      return [
        `We corrected your delivery on ${day}.${total} Receipt:`,
        `Delivery corrected.${total}`,
      ];
    },
  }),
  'balance-due': event({
    timing: 'day',
    opens: payment,
    words: ({ day, owedCents }) => [
      `We couldn’t charge your card for your delivery on ${day}. You owe ${formatDollars(owedCents)}. Pay here:`,
      `We couldn’t charge your card. You owe ${formatDollars(owedCents)}. Pay here:`,
      `Card not charged. You owe ${formatDollars(owedCents)}:`,
    ],
  }),
  'pay-link': event({
    timing: 'day',
    opens: payment,
    words: ({ day, owedCents }) =>
      owedCents > NO_CENTS
        ? [
            `You owe ${formatDollars(owedCents)} for your delivery on ${day}. Pay here:`,
            `You owe ${formatDollars(owedCents)}. Pay here:`,
          ]
        : [
            `Add a card for your delivery on ${day}. You won’t be charged until after the delivery.`,
            `Add a card for ${day}:`,
          ],
  }),
  'card-gone': event({
    timing: 'day',
    opens: delivery,
    words: ({ day }) => [
      `We can’t use the card saved for your delivery on ${day} anymore. Add another one here:`,
      `Add another card for ${day}:`,
    ],
  }),
  'balance-received': event<{ amountCents: Cents }>({
    timing: 'answer',
    opens: delivery,
    words: ({ amountCents, day }) => [
      `We received ${formatDollars(amountCents)} for your delivery on ${day}. It’s paid in full. Thank you.`,
      `We received ${formatDollars(amountCents)}. Thank you.`,
    ],
  }),
  'paid-cash': event<{ amountCents: Cents }>({
    timing: 'now',
    opens: payIfOwed,
    words: ({ amountCents, owedCents, day }) => {
      const paid = formatDollars(amountCents);
      if (owedCents > NO_CENTS) {
        return [
          `We received ${paid} in cash. You still owe ${formatDollars(owedCents)}. Pay here:`,
          `You still owe ${formatDollars(owedCents)}. Pay here:`,
        ];
      }
      return [
        `We received ${paid} in cash for your delivery on ${day}. Thank you.`,
        `We received ${paid} in cash.`,
      ];
    },
  }),
  refund: event<{ amountCents: Cents; isCash: boolean }>({
    timing: 'day',
    opens: delivery,
    words: ({ amountCents, isCash, day }) => {
      const amount = formatDollars(amountCents);
      const way = isCash ? 'in cash' : 'to your card';
      return [
        `We refunded ${amount} ${way} for your delivery on ${day}.`,
        `We refunded ${amount} ${way}.`,
      ];
    },
  }),
  'refund-failed': event<{ amountCents: Cents }>({
    timing: 'day',
    opens: delivery,
    words: ({ amountCents }) => {
      const amount = formatDollars(amountCents);
      return [
        `Your bank didn’t accept our ${amount} refund. We’ll find another way to refund you. You can also call us.`,
        `Your ${amount} refund failed. Call us.`,
      ];
    },
  }),
  'link-replaced': event({
    timing: 'answer',
    byStrangers: true,
    opens: delivery,
    words: ({ day }) => [
      `The old link for your delivery on ${day} doesn’t work anymore. Here’s the new one:`,
      `Your new delivery link for ${day}:`,
    ],
  }),
};

export type TextEvent = keyof typeof CUSTOMER_TEXTS;
/** The facts that an event's text needs besides those of the delivery. */
export type TextFactsOf<E extends TextEvent> = Parameters<(typeof CUSTOMER_TEXTS)[E]['words']>[0];

/** Maximum length of the company's name in a text. */
const NAME_LENGTH = 24;
/** The end of the first text to a number. */
export const HOW_TO_STOP = ' Reply STOP to opt out.';

/** The sender of a company whose name is in letters that a text can't have. */
const NAMELESS = 'Fuel delivery';

/** Returns the sender's name, which starts every text: "Dockside: ". */
export function sender(companyName: string): string {
  const words = toGsm(companyName).trim().split(/\s+/);
  const fits = words.map((_, index) => words.slice(0, index + 1).join(' '));
  const name = fits.findLast((start) => gsmLength(start) <= NAME_LENGTH) ?? words[0];
  return `${firstOf(name ?? '', NAME_LENGTH) || NAMELESS}: `;
}

/** Returns the start of a text that isn't longer than `most`. */
function firstOf(text: string, most: number): string {
  let start = '';
  for (const one of text) {
    if (gsmLength(start + one) > most) break;
    start += one;
  }
  return start;
}

/** Length reserved for the sender's name, because it may change before a text is sent. */
const SENDER_LENGTH = NAME_LENGTH + 2;

/**
 * Writes an event's text, without its sender. It has one link, at its end.
 * @param isFirst true to end with how to opt out, for the first text to a number
 */
export function customerText<E extends TextEvent>(
  kind: E,
  facts: TextFactsOf<E>,
  ownerLink: string,
  { isFirst }: { isFirst: boolean },
): string {
  const { words, opens } = CUSTOMER_TEXTS[kind] as EventText<TextFactsOf<E>>;
  const link = opens(facts) === 'payment' ? `${ownerLink}?pay=now` : ownerLink;
  const end = `${link}${isFirst ? HOW_TO_STOP : ''}`;
  const texts = words(facts).map((one) => `${toGsm(one)} ${end}`);
  const room = TEXT_LENGTH - SENDER_LENGTH;
  return texts.find((text) => gsmLength(text) <= room) ?? texts[texts.length - 1] ?? end;
}

/** True if a stranger can cause this text to someone else's number. */
export const isByStrangers = (kind: TextEvent): boolean =>
  (CUSTOMER_TEXTS[kind] as EventText<never>).byStrangers === true;

/** How long (ms) after the person's own action an answer may be sent at any hour. */
const ANSWER_MS = 10 * 60_000;

/**
 * True if a text may be sent at any hour, because it's urgent or answers the person's own action.
 */
export function mayInterrupt(
  kind: TextEvent,
  { createdAt, now }: { createdAt: number; now: number },
) {
  const { timing } = CUSTOMER_TEXTS[kind];
  return timing === 'now' || (timing === 'answer' && now - createdAt <= ANSWER_MS);
}
