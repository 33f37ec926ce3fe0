import type { AppointmentRow } from '@/db/schema';
import { REFUNDED } from '@/domain/messages/customer-texts';
import {
  type Cents,
  formatDollars,
  formatGallons,
  NO_CENTS,
  NO_GALLONS,
  toTenths,
} from '@/domain/money';
import { fuelIntoText, iceText, orderAsItStands } from '@/domain/order/order';
import { type CorrectionPlan, handedBack, refundsByWay } from '@/domain/payment/correction';
import type { PaymentWay } from '@/domain/payment/way';
import { lineAmount, lineLabel, PRICE_LINES, quoteOf } from '@/domain/pricing/quote';
import {
  aboutCharge,
  callUs,
  type DeliveryFacts,
  detailLines,
  type EmailTemplate,
  paragraphs,
  paymentLink,
  startOf,
  theDelivery,
  toCustomerOf,
} from '../email';

const FEW_DAYS = 'Your bank may take a few days to show it.';
const OR_EMAIL = 'We’ll email you if that doesn’t work.';

const inWords = new Intl.ListFormat('en-US');

/**
 * Lists the delivered goods: "20.5 gallons of Regular, 2 small ice bags, and 1 large ice bag". Null
 * if nothing was delivered.
 */
function deliveredText(appointment: AppointmentRow): string | null {
  const { actualGallonsTenths, smallIceBags, mediumIceBags, largeIceBags } = appointment;
  const tenths = actualGallonsTenths ?? NO_GALLONS;
  const gallons = `${formatGallons(tenths)} ${tenths === toTenths(1) ? 'gallon' : 'gallons'}`;
  const fuel = tenths > NO_GALLONS ? `${gallons} of ${appointment.fuelType}` : null;
  const none = { smallIceBags: 0, mediumIceBags: 0, largeIceBags: 0 };
  const ice = [{ smallIceBags }, { mediumIceBags }, { largeIceBags }];
  const bags = ice.map((size) => iceText({ ...none, ...size }));
  return inWords.format([fuel, ...bags].filter((text) => text !== null)) || null;
}

/** Lists the price, one line each: "Fuel: $84.05", "Delivery fee: $25.00", "Total: $109.05". */
function priceLines(appointment: AppointmentRow): string[] {
  const { lines, totalCents } = quoteOf(appointment);
  const charged = PRICE_LINES.filter((line) => lines[line] !== NO_CENTS);
  return [
    ...charged.map(
      (line) => `${lineLabel(line, appointment.discount)}: ${lineAmount(lines[line])}`,
    ),
    `Total: ${formatDollars(totalCents)}`,
  ];
}

const savedCard = ({ cardLast4 }: AppointmentRow) =>
  cardLast4 ? `your card ending in ${cardLast4}` : 'your saved card';

const owedText = ({ remainingBalanceCents }: AppointmentRow) =>
  formatDollars(remainingBalanceCents);

const owed = (amountCents: Cents, ownerLink: string) =>
  `You owe ${formatDollars(amountCents)}. Pay here: ${paymentLink(ownerLink)}`;

type Completed = DeliveryFacts & {
  /** The amount charged now, if staff are reviewing the rest of the total. */
  takenCents?: Cents;
  /** True if it's billed by invoice, so no card is charged. */
  isOnAccount?: boolean;
};

/** Sent after delivery, before the charge. */
export const completed: EmailTemplate<Completed> = ({
  appointment,
  takenCents = appointment.totalPriceCents,
  isOnAccount = false,
  ownerLink,
}) => {
  const isAll = takenCents === appointment.totalPriceCents;
  const delivered = deliveredText(appointment);
  const into = fuelIntoText(orderAsItStands(appointment));
  const { location, publicCode } = appointment;
  const { subject, words } = startOf(
    isUnpaid(appointment) && !isOnAccount ? 'completed-owed' : 'completed',
    appointment,
    { owed: formatDollars(takenCents) },
  );
  return {
    subject,
    words,
    to: toCustomerOf(appointment),
    about: appointment.id,
    lines: paragraphs(
      [
        delivered
          ? `We delivered ${delivered} to ${location} (${publicCode}).`
          : `We completed ${theDelivery(appointment)}.`,
        ...(into ? [`The fuel went into ${into}.`] : []),
      ],
      isAll ? priceLines(appointment) : [],
      isOnAccount && isOwed(appointment)
        ? `We’ll bill ${formatDollars(takenCents)} on your next invoice.`
        : paymentText(appointment, takenCents, ownerLink),
      isAll
        ? []
        : 'We’re reviewing this delivery and will email you if there’s a remaining balance.',
    ),
    ownerLink,
  };
};

const isOwed = ({ testMode, totalPriceCents }: AppointmentRow) =>
  !testMode && totalPriceCents !== NO_CENTS;

/** True if the customer has to pay, because no card was saved. */
const isUnpaid = (appointment: AppointmentRow) =>
  isOwed(appointment) && appointment.stripePaymentMethodId === null;

function paymentText(appointment: AppointmentRow, takenCents: Cents, ownerLink: string): string {
  const { testMode, totalPriceCents, stripePaymentMethodId } = appointment;
  if (testMode) return 'This was a test order, so you won’t be charged.';
  if (totalPriceCents === NO_CENTS) return 'There’s nothing to pay.';
  if (stripePaymentMethodId === null) return owed(takenCents, ownerLink);
  return `We’re charging ${formatDollars(takenCents)} to ${savedCard(appointment)}. ${OR_EMAIL}`;
}

type Corrected = DeliveryFacts & {
  /** Distinguishes this correction from others of the same delivery. */
  requestId: string;
  oldTotalCents: Cents;
  plan: CorrectionPlan;
  /** True if it's billed by invoice. */
  isOnAccount?: boolean;
};

/** The new receipt, sent when staff correct a delivery. The appointment is already corrected. */
export const corrected: EmailTemplate<Corrected> = (facts) => {
  const { appointment, requestId, oldTotalCents, ownerLink } = facts;
  const { totalPriceCents } = appointment;
  const { subject, words } = startOf(
    appointment.remainingBalanceCents > NO_CENTS ? 'corrected-owed' : 'corrected',
    appointment,
    { owed: owedText(appointment), total: formatDollars(totalPriceCents) },
  );
  return {
    subject,
    words,
    to: toCustomerOf(appointment),
    about: `${appointment.id}:${requestId}`,
    lines: paragraphs(
      `We corrected ${theDelivery(appointment)}: ${deliveredText(appointment) ?? 'nothing delivered'}.`,
      priceLines(appointment),
      totalPriceCents === oldTotalCents
        ? 'The total hasn’t changed.'
        : `The total was ${formatDollars(oldTotalCents)}. It’s now ${formatDollars(totalPriceCents)}.`,
      correctionLines(facts),
    ),
    ownerLink,
  };
};

function correctionLines({ appointment, plan, isOnAccount, ownerLink }: Corrected): string[] {
  const { remainingBalanceCents } = appointment;
  const lines: string[] = [];
  const { card } = refundsByWay(plan.refunds);
  if (card > NO_CENTS) {
    lines.push(`We’re refunding ${formatDollars(card)} to your card. ${FEW_DAYS}`);
  }
  lines.push(...handedBack(plan.refunds).map((text) => `We’re returning ${text}.`));
  if (isOnAccount) {
    lines.push('Your next invoice will show the difference.');
  } else if (plan.extra?.way === 'card') {
    const amount = formatDollars(plan.extra.amountCents);
    lines.push(`We’re charging ${amount} more to ${savedCard(appointment)}. ${OR_EMAIL}`);
  } else if (remainingBalanceCents > NO_CENTS) {
    lines.push(owed(remainingBalanceCents, ownerLink));
  }
  return lines;
}

/** Sent when a card is declined, because the customer still owes the amount. */
export const balanceDue: EmailTemplate<DeliveryFacts & { sequence: number }> = ({
  appointment,
  sequence,
  ownerLink,
}) => {
  const part = sequence === 1 ? '' : 'the remaining balance of ';
  const values = { delivery: `${part}${theDelivery(appointment)}`, owed: owedText(appointment) };
  const { introduction, ...head } = startOf('balance-due', appointment, values);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: aboutCharge(appointment, sequence),
    lines: paragraphs(introduction, owed(appointment.remainingBalanceCents, ownerLink)),
    ownerLink,
  };
};

type BalanceReceived = DeliveryFacts & {
  sequence: number;
  paidCents: Cents;
  cardLast4: string | null;
};

/** Sent when a customer pays a balance that we had emailed them about. */
export const balanceReceived: EmailTemplate<BalanceReceived> = ({
  appointment,
  sequence,
  paidCents,
  cardLast4,
  ownerLink,
}) => {
  const { introduction, ...head } = startOf('balance-received', appointment, {
    amount: formatDollars(paidCents),
    card: cardLast4 && `card ending in ${cardLast4}`,
    delivery: theDelivery(appointment),
  });
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: aboutCharge(appointment, sequence),
    lines: paragraphs(introduction, 'It’s paid in full. Thank you.'),
    ownerLink,
  };
};

/** Sent when staff record cash for a delivery. */
export const paidCash: EmailTemplate<DeliveryFacts & { sequence: number; paidCents: Cents }> = ({
  appointment,
  sequence,
  paidCents,
  ownerLink,
}) => {
  const { remainingBalanceCents } = appointment;
  const wording = remainingBalanceCents > NO_CENTS ? 'paid-cash-owed' : 'paid-cash';
  const { introduction, ...head } = startOf(wording, appointment, {
    amount: formatDollars(paidCents),
    owed: owedText(appointment),
    delivery: theDelivery(appointment),
  });
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: aboutCharge(appointment, sequence),
    lines: paragraphs(
      introduction,
      sequence === 1
        ? 'We didn’t charge your card.'
        : 'We didn’t charge your card for this amount.',
      remainingBalanceCents > NO_CENTS
        ? `You still owe ${formatDollars(remainingBalanceCents)}. Pay here: ${paymentLink(ownerLink)}`
        : [],
    ),
    ownerLink,
  };
};

/** Sent each time staff send the payment link. */
export const payLink: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => {
  const { remainingBalanceCents } = appointment;
  const wording = remainingBalanceCents > NO_CENTS ? 'pay-link' : 'add-card';
  const values = { delivery: theDelivery(appointment), owed: owedText(appointment) };
  const { introduction, ...start } = startOf(wording, appointment, values);
  const head = {
    ...start,
    to: toCustomerOf(appointment),
    about: `${context.now}:${appointment.id}`,
  };
  if (remainingBalanceCents > NO_CENTS) {
    return {
      ...head,
      lines: paragraphs(introduction, owed(remainingBalanceCents, ownerLink)),
      ownerLink,
    };
  }
  return {
    ...head,
    lines: paragraphs(
      `Add a card for your delivery: ${paymentLink(ownerLink)}`,
      'You won’t be charged until after the delivery. You can also change or cancel it on that page.',
      detailLines(appointment, context),
    ),
    ownerLink,
  };
};

/** Sent when the card of a future delivery was removed at Stripe or by its bank. */
export const cardGone: EmailTemplate<
  DeliveryFacts & {
    /** The card's name, such as "Visa ending in 4242". */
    card: string;
  }
> = ({ appointment, ownerLink, card }, context) => {
  const { introduction, ...head } = startOf('card-gone', appointment, { card });
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: `${appointment.id}:${context.now}`,
    lines: paragraphs(
      introduction,
      `Add another card here: ${ownerLink}`,
      'You can also change or cancel the delivery on that page.',
      detailLines(appointment, context),
    ),
    ownerLink,
  };
};

type Refund = { id: string; amountCents: Cents };

/** Sent when money was refunded. */
export const moneyBack: EmailTemplate<DeliveryFacts & { refund: Refund; way: PaymentWay }> = ({
  appointment,
  refund,
  way,
  ownerLink,
}) => {
  const { introduction, ...head } = startOf(REFUNDED[way], appointment, {
    amount: formatDollars(refund.amountCents),
    delivery: theDelivery(appointment),
  });
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: refund.id,
    lines: introduction,
    ownerLink,
  };
};

/** Sent when a bank rejects a refund that the customer knows about. */
export const refundFailed: EmailTemplate<
  DeliveryFacts & { refund: Refund; supportPhone: string }
> = ({ appointment, refund, supportPhone, ownerLink }) => {
  const { introduction, ...head } = startOf('refund-failed', appointment, {
    amount: formatDollars(refund.amountCents),
    delivery: theDelivery(appointment),
  });
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: refund.id,
    lines: paragraphs(
      introduction,
      `We still have the money and will find another way to refund you. You can also ${callUs(supportPhone)}.`,
    ),
    ownerLink,
  };
};
