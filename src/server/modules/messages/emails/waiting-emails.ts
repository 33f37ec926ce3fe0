import { CONFIRM_MS, OFFER_MINUTES } from '@/domain/waiting-list/waiting-list';
import type { DeliveryFacts, Email, EmailContext, EmailTemplate, Recipient } from '../email';
import { detailLines, paragraphs, shortDate, startOf } from '../email';

/**
 * The facts of a message about an entry of the waiting list. The entry's order stands in for an appointment,
 * because it has the same columns.
 */
export type WaitingFacts = DeliveryFacts & {
  entryId: string;
  /** True if the entry is for any window of its date. */
  isAnyWindow: boolean;
  /** Counts the entry's offers. */
  offers: number;
};

const toWaiting = ({ appointment }: WaitingFacts): Recipient => ({
  audience: 'customer',
  address: appointment.customerEmail,
  name: appointment.customerName,
  appointmentId: null,
  proven: appointment.userId !== null && { accountId: appointment.userId },
});

/**
 * Returns what a message is about. An account's messages contain its ID, so that they go with the account.
 */
const aboutEntry = ({ entryId, appointment }: WaitingFacts, ...more: number[]) =>
  [entryId, ...more, ...(appointment.userId ? [appointment.userId] : [])].join(':');

/** The values in which an entry for any window differs from a delivery. */
const valuesOf = ({ isAnyWindow, appointment }: WaitingFacts) =>
  isAnyWindow ? { window: shortDate(appointment) } : {};

type Parts = {
  wording: Parameters<typeof startOf>[0];
  about: string;
  more: (string | string[])[];
  pageLabel: string;
  until?: number;
};

function waitingEmail(facts: WaitingFacts, { wording, about, more, ...page }: Parts): Email {
  const { introduction, ...head } = startOf(wording, facts.appointment, valuesOf(facts));
  return {
    ...head,
    to: toWaiting(facts),
    about,
    lines: paragraphs(introduction, ...more),
    ownerLink: facts.ownerLink,
    ...page,
  };
}

/** The order and its window, without a code, because there's no delivery yet. */
const orderLines = (facts: WaitingFacts, context: EmailContext) =>
  detailLines(facts.appointment, context).filter(
    (line) => !line.startsWith('Delivery: ') && !(facts.isAnyWindow && line.startsWith('When: ')),
  );

/** Sent to a guest, whose entry counts once they use the link. */
export const waitlistConfirm: EmailTemplate<WaitingFacts> = (facts, context) =>
  waitingEmail(facts, {
    wording: 'waitlist-confirm',
    about: aboutEntry(facts),
    more: [
      orderLines(facts, context),
      'You’ll be in line once you confirm. If you didn’t ask for this, ignore this email.',
    ],
    pageLabel: 'Confirm your place in line',
    until: context.now + CONFIRM_MS,
  });

/** Sent when a spot is reserved for the first in line. */
export const waitlistOffer: EmailTemplate<WaitingFacts & { until: number }> = (facts, context) =>
  waitingEmail(facts, {
    wording: 'waitlist-offer',
    about: aboutEntry(facts, facts.offers),
    more: [
      orderLines(facts, context),
      `We’re keeping it for you for ${OFFER_MINUTES} minutes. The page shows the price before you accept, and $0.00 is due now.`,
    ],
    pageLabel: 'Take or decline this spot',
    until: facts.until,
  });

/** Sent when an offer wasn’t accepted in time. */
export const waitlistMissed: EmailTemplate<WaitingFacts> = (facts) =>
  waitingEmail(facts, {
    wording: 'waitlist-missed',
    about: aboutEntry(facts, facts.offers),
    more: ['You weren’t charged. To wait for another spot, use the page below.'],
    pageLabel: 'Stay on the waiting list',
  });

/** Sent when the window can’t be booked anymore. */
export const waitlistEnded: EmailTemplate<WaitingFacts> = (facts) =>
  waitingEmail(facts, {
    wording: 'waitlist-ended',
    about: aboutEntry(facts),
    more: ['You weren’t charged. Other days may still have a spot.'],
    pageLabel: 'See your waiting list entry',
  });

/** Sent when the entry was removed, or its order can’t be booked anymore. */
export const waitlistRemoved: EmailTemplate<WaitingFacts> = (facts) =>
  waitingEmail(facts, {
    wording: 'waitlist-removed',
    about: aboutEntry(facts, facts.offers),
    more: ['You weren’t charged. Other days may still have a spot.'],
    pageLabel: 'See your waiting list entry',
  });
