/** When each event's text is sent, what its link opens, and which row of the table has its words. */
import { type Cents, formatDollars, formatGallons, type GallonTenths, NO_CENTS } from '../money';
import type { PaymentWay } from '../payment/way';
import { gsmLength, TEXT_LENGTH, toGsm } from './gsm';
import { filled, MESSAGE_TABLE, type Values, type WordingName } from './message-table';

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
  /** True if strangers can trigger this text, so it counts toward the number's limit. */
  byStrangers?: true;
  /** The page that the link opens. `payment` opens the payment form. */
  opens: (facts: Facts & TextedDelivery) => 'delivery' | 'payment';
  /** The row of the table. */
  wording: (facts: Facts & TextedDelivery) => WordingName;
  /** The values that only this event has. */
  values?: (facts: Facts & TextedDelivery) => Values;
};

const amount = ({ amountCents }: { amountCents: Cents }) => ({
  amount: formatDollars(amountCents),
});
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

/** What the customer should prepare. Ice needs nothing. */
const prepare = ({ bringsFuel }: { bringsFuel: boolean }) => ({
  prepare: bringsFuel ? 'Please keep the fuel cap within reach.' : null,
});

/** An entry for any window has only a day. */
const anyWindow = ({ isAnyWindow, day }: { isAnyWindow: boolean; day: string }): Values =>
  isAnyWindow ? { window: day } : {};

/** Returns the second wording if the customer owes something. */
const ifOwed =
  (paid: WordingName, unpaid: WordingName) =>
  ({ owedCents }: TextedDelivery) =>
    owedCents > NO_CENTS ? unpaid : paid;

/** The wording of a refund, by its way. */
export const REFUNDED = {
  card: 'refund',
  cash: 'refund-cash',
  check: 'refund-check',
  transfer: 'refund-transfer',
} as const satisfies Record<PaymentWay, WordingName>;

/** Every texted event. Events without a row are only emailed. */
export const CUSTOMER_TEXTS = {
  booked: event({
    timing: 'answer',
    byStrangers: true,
    opens: delivery,
    wording: () => 'booked',
  }),
  'booked-for-you': event({
    timing: 'answer',
    opens: payment,
    wording: () => 'booked-for-you',
  }),
  confirmed: event({ timing: 'day', opens: delivery, wording: () => 'confirmed' }),
  reminder: event<{ bringsFuel: boolean }>({
    timing: 'day',
    opens: delivery,
    wording: () => 'reminder',
    values: prepare,
  }),
  'reminder-card': event<{ bringsFuel: boolean }>({
    timing: 'day',
    opens: payment,
    wording: () => 'reminder-card',
    values: prepare,
  }),
  rescheduled: event<{ isNewWindow: boolean }>({
    timing: 'day',
    opens: delivery,
    wording: ({ isNewWindow }) => (isNewWindow ? 'rescheduled' : 'relocated'),
  }),
  'order-changed': event({ timing: 'day', opens: delivery, wording: () => 'order-changed' }),
  cancelled: event({ timing: 'day', opens: delivery, wording: () => 'cancelled' }),
  'en-route': event<{ driverName: string | null; arrival: string | null }>({
    timing: 'now',
    opens: delivery,
    wording: () => 'en-route',
    values: ({ driverName, arrival }) => ({
      driver: driverName && toGsm(driverName).trim(),
      arrival,
    }),
  }),
  'turned-back': event({ timing: 'now', opens: delivery, wording: () => 'turned-back' }),
  'not-delivered': event<{ tryAgain: boolean }>({
    timing: 'now',
    opens: delivery,
    wording: ({ tryAgain }) => (tryAgain ? 'back-later' : 'not-delivered'),
  }),
  completed: event<Delivered>({
    timing: 'now',
    opens: payIfOwed,
    wording: ifOwed('completed', 'completed-owed'),
    values: (facts) => ({ delivered: deliveredText(facts) }),
  }),
  corrected: event({
    timing: 'day',
    opens: payIfOwed,
    wording: ifOwed('corrected', 'corrected-owed'),
  }),
  'balance-due': event({ timing: 'day', opens: payment, wording: () => 'balance-due' }),
  'pay-link': event({ timing: 'day', opens: payment, wording: ifOwed('add-card', 'pay-link') }),
  'card-gone': event({ timing: 'day', opens: delivery, wording: () => 'card-gone' }),
  'balance-received': event<{ amountCents: Cents }>({
    timing: 'answer',
    opens: delivery,
    wording: () => 'balance-received',
    values: amount,
  }),
  'paid-cash': event<{ amountCents: Cents }>({
    timing: 'now',
    opens: payIfOwed,
    wording: ifOwed('paid-cash', 'paid-cash-owed'),
    values: amount,
  }),
  refund: event<{ amountCents: Cents; way: PaymentWay }>({
    timing: 'day',
    opens: delivery,
    wording: ({ way }) => REFUNDED[way],
    values: amount,
  }),
  'refund-failed': event<{ amountCents: Cents }>({
    timing: 'day',
    opens: delivery,
    wording: () => 'refund-failed',
    values: amount,
  }),
  'link-replaced': event({
    timing: 'answer',
    byStrangers: true,
    opens: delivery,
    wording: () => 'link-replaced',
  }),
  'waitlist-confirm': event<{ isAnyWindow: boolean }>({
    timing: 'answer',
    byStrangers: true,
    opens: delivery,
    wording: () => 'waitlist-confirm',
    values: anyWindow,
  }),
  // Offers are only made during the day, and last for minutes.
  'waitlist-offer': event({ timing: 'now', opens: delivery, wording: () => 'waitlist-offer' }),
  'waitlist-missed': event<{ isAnyWindow: boolean }>({
    timing: 'day',
    opens: delivery,
    wording: () => 'waitlist-missed',
    values: anyWindow,
  }),
  'waitlist-ended': event<{ isAnyWindow: boolean }>({
    timing: 'day',
    opens: delivery,
    wording: () => 'waitlist-ended',
    values: anyWindow,
  }),
  'waitlist-removed': event<{ isAnyWindow: boolean }>({
    timing: 'day',
    opens: delivery,
    wording: () => 'waitlist-removed',
    values: anyWindow,
  }),
};

export type TextEvent = keyof typeof CUSTOMER_TEXTS;
/** The facts that an event's text needs in addition to those of the delivery. */
export type TextFactsOf<E extends TextEvent> = Parameters<(typeof CUSTOMER_TEXTS)[E]['wording']>[0];

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

/** Returns the row of an event's text, and the values of its placeholders. */
export function wordingOf<E extends TextEvent>(
  kind: E,
  facts: TextFactsOf<E>,
): { wording: WordingName; values: Values } {
  const { wording, values } = CUSTOMER_TEXTS[kind] as EventText<TextFactsOf<E>>;
  const { day, window, totalCents, owedCents } = facts;
  return {
    wording: wording(facts),
    values: {
      day,
      window,
      total: totalCents === null ? null : formatDollars(totalCents),
      owed: formatDollars(owedCents),
      ...values?.(facts),
    },
  };
}

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
  const { opens } = CUSTOMER_TEXTS[kind] as EventText<TextFactsOf<E>>;
  const { wording, values } = wordingOf(kind, facts);
  const link = opens(facts) === 'payment' ? `${ownerLink}?pay=now` : ownerLink;
  const end = `${link}${isFirst ? HOW_TO_STOP : ''}`;
  const texts = MESSAGE_TABLE[wording].texts.flatMap((words) => {
    const text = filled(words, values);
    return text === null ? [] : [`${toGsm(text)} ${end}`];
  });
  const room = TEXT_LENGTH - SENDER_LENGTH;
  return texts.find((text) => gsmLength(text) <= room) ?? texts[texts.length - 1] ?? end;
}

/** True if a stranger can trigger this text to someone else's number. */
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
